/** Which channels and people are exported for another product: public channels, and private ones only on request. */
import type { Channel, OrganizationCache } from '../../core/organization/index.ts';

export const exportFormats = ['slack', 'mattermost', 'zulip', 'markdown'] as const;
export type ExportFormat = (typeof exportFormats)[number];

export interface ExportScope {
  /** Includes private channels. */
  allChannels: boolean;
  directMessages: boolean;
}

export const channelsWithin = (cache: OrganizationCache, { allChannels }: ExportScope): Channel[] =>
  [...cache.channels.values()]
    .filter((channel) => allChannels || !channel.isPrivate)
    .sort((a, b) => a.id - b.id);
