/** The subscribed channels in sections, as the sidebar and the inbox list them. */
import type { Channel } from '../../../../wire/channels.ts';
import type { PersonalSettings } from '../../../../wire/subscriptions.ts';
import type { Live } from '../../store/live.ts';
import { preference } from '../preferences/preferences.ts';
import { t } from '../text/text.ts';
import { collator } from '../text/collator.ts';

export type SubscribedChannel = { id: number; channel: Channel; personal: PersonalSettings };
/** `id` is `pinned`, `folder:{id}` or `channels`. */
export type ChannelSection = { id: string; name: string; channels: SubscribedChannel[] };

type FolderSetting = 'web_left_sidebar_show_channel_folders' | 'web_inbox_show_channel_folders';

/** Compares names in the order of the user's language. */
export const compareNames = (a: { name: string }, b: { name: string }): number =>
  collator.compare(a.name, b.name);

/** With this many subscriptions, inactive channels are listed last, and the sidebar is a long one. */
export const manyChannels = 30;

/** Whether inactive channels are listed last. */
function demotesInactive(live: Live): boolean {
  const policy = preference(live, 'demote_inactive_streams') ?? 1;
  return policy === 2 || (policy === 1 && live.get('subscriptions').size >= manyChannels);
}

/**
 * Pinned channels first, then folders in their order, then the rest. In each section inactive channels come later if
 * the person has chosen that, and muted ones last. Archived channels are left out.
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
  const demotes = demotesInactive(live);
  const getRank = ({ channel, personal }: SubscribedChannel): number =>
    Number(personal.is_muted) * 2 + Number(demotes && !channel.is_recently_active);
  for (const section of sections)
    section.channels.sort((a, b) => getRank(a) - getRank(b) || compareNames(a.channel, b.channel));
  return sections.filter((section) => section.channels.length > 0);
}
