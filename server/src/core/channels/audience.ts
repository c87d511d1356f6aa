/** Audiences of events about channels: exactly those to whom the channel is visible. */
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

/** What a private channel is known by. */
export function revealingSettings({ settings }: Channel): GroupSetting[] {
  const seen = new Set<GroupSetting>();
  for (const name of revealing) if (settings[name] !== undefined) seen.add(settings[name]);
  return [...seen];
}
