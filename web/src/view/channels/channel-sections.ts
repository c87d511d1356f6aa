/** The channels that a person is subscribed to, sorted as the left side and the inbox show them. */
import type { Channel } from '../../../../wire/channels.ts';
import type { PersonalSettings } from '../../../../wire/subscriptions.ts';
import type { Live } from '../../store/live.ts';
import { preference } from '../settings/preferences.ts';
import { t } from '../text/text.ts';
import { collator } from '../text/collator.ts';

export type Subscribed = { id: number; channel: Channel; personal: PersonalSettings };
/** `id` is `pinned`, `folder:{id}` or `channels`. */
export type ChannelSection = { id: string; name: string; channels: Subscribed[] };

type FolderSetting = 'web_left_sidebar_show_channel_folders' | 'web_inbox_show_channel_folders';

/** For names of anything, as people sort them. */
export const compareNames = (a: { name: string }, b: { name: string }): number =>
  collator.compare(a.name, b.name);

/**
 * Pinned ones first, then folders in their order, then the rest; muted ones last in each. Archived channels are in none.
 * @param setting whether the person wants folders there
 */
export function channelSections(
  live: Live,
  setting: FolderSetting = 'web_left_sidebar_show_channel_folders',
): ChannelSection[] {
  const channels = live.get('channels');
  const hasFolders = preference(live, setting) !== false;
  const folders = [...live.get('folders').values()]
    .filter((folder) => hasFolders && !folder.is_archived)
    .sort((a, b) => a.order - b.order);
  const sections: ChannelSection[] = [
    { id: 'pinned', name: t('sidebar.pinned'), channels: [] },
    ...folders.map((folder) => ({ id: `folder:${folder.id}`, name: folder.name, channels: [] })),
    { id: 'channels', name: t('sidebar.channels'), channels: [] },
  ];
  const byId = new Map(sections.map((section) => [section.id, section]));
  for (const [id, personal] of live.get('subscriptions')) {
    const channel = channels.get(id);
    if (channel === undefined || channel.is_archived) continue;
    const own = personal.pin_to_top ? 'pinned' : `folder:${String(channel.folder_id)}`;
    (byId.get(own) ?? byId.get('channels'))?.channels.push({ id, channel, personal });
  }
  for (const section of sections) {
    section.channels.sort(
      (a, b) =>
        Number(a.personal.is_muted) - Number(b.personal.is_muted) || compareNames(a.channel, b.channel),
    );
  }
  return sections.filter((section) => section.channels.length > 0);
}
