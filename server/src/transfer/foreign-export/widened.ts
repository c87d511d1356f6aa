/** Which channels would be more open where an export is imported: the formats have no place for what limits them here. */
import { systemGroup, type OrganizationCache } from '../../core/organization/index.ts';
import { channelsWithin, type ExportFormat, type ExportScope } from './scope.ts';
import { channelSince } from './zulip-groups.ts';
import type { ZulipVersion } from './zulip-versions.ts';

/** What a format cannot say of a channel. */
const limits = ['posting', 'topics', 'history'] as const;
type Limit = (typeof limits)[number];

const lost: Readonly<Record<ExportFormat, (version: ZulipVersion) => readonly Limit[]>> = {
  slack: () => limits,
  mattermost: () => limits,
  // Its rows say who has received what, and its tables who may do what.
  zulip: (version) => (version < channelSince.can_create_topic_group ? ['topics'] : []),
  // It has no members: who has the folder reads all of it.
  markdown: () => [],
};

const reasons: Readonly<Record<Limit, string>> = {
  posting: 'only some may post here, and everyone in it there: limit it there after the import',
  topics: 'only some may begin topics here, and all who may post there',
  history: 'people read here only what was sent while they were in it, and all of it there',
};

/** A line for each channel and limit. */
export function listWidened(
  cache: OrganizationCache,
  scope: ExportScope,
  format: ExportFormat,
  version: ZulipVersion,
): string[] {
  const everyone = systemGroup(cache, 'role:everyone').id;
  return channelsWithin(cache, scope).flatMap(({ name, isPrivate, isHistoryPublic, settings }) => {
    const isLimited: Record<Limit, boolean> = {
      posting: (settings.can_send_message_group ?? everyone) !== everyone,
      topics: (settings.can_create_topic_group ?? everyone) !== everyone,
      history: isPrivate && !isHistoryPublic,
    };
    return lost[format](version).flatMap((limit) =>
      isLimited[limit] ? [`channel ${name}: ${reasons[limit]}`] : [],
    );
  });
}
