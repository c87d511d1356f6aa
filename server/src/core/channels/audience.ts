/** Audiences of events about channels, and about what is in them. */
import type { GroupSetting } from '../../../../wire/core.ts';
import type { Audience } from '../log/index.ts';
import type { Channel } from '../organization/index.ts';

/** Users with one of these permissions can see a private channel without being subscribed to it. */
const revealing = [
  'can_administer_channel_group',
  'can_add_subscribers_group',
  'can_subscribe_group',
] as const;

/** The users for whom `canSeeChannel` is true when the event is delivered. */
export function getChannelAudience(channel: Channel): Audience {
  if (channel.isWebPublic) return { everyone: true };
  if (!channel.isPrivate) return { nonGuests: true, channel: channel.id };
  return { administrators: true, channel: channel.id, holders: revealingSettings(channel) };
}

/** The users for whom `canReadChannel` is true when the event is delivered. */
export function getContentAudience({ id, isWebPublic, isPrivate, settings }: Channel): Audience {
  if (isWebPublic) return { everyone: true, about: id };
  if (!isPrivate) return { nonGuests: true, channel: id };
  const { can_add_subscribers_group: adding, can_subscribe_group: joining } = settings;
  return { channel: id, holders: [adding, joining].filter((setting) => setting !== undefined) };
}

/** What a private channel is known by. */
export function revealingSettings({ settings }: Channel): GroupSetting[] {
  const seen = new Set<GroupSetting>();
  for (const name of revealing) if (settings[name] !== undefined) seen.add(settings[name]);
  return [...seen];
}
