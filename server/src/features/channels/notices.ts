/** What the notification bot says in a channel of changes to it, where the organization wants that. */
import { privacyName } from '../../core/channels/index.ts';
import type { Tx } from '../../core/log/index.ts';
import { type Channel, type User, organizationSettings } from '../../core/organization/index.ts';
import { type Reading, draftFor, getMention, notificationBot, sendToChannel } from '../message-send/index.ts';

const noticeTopic = 'channel events';

/** Nothing is said in a channel that is archived. */
export async function giveNotice(
  tx: Tx,
  channelId: number,
  text: string,
  reading: Reading = {},
): Promise<void> {
  const channel = tx.cache.channels.get(channelId);
  if (!channel || channel.isArchived) return;
  if (!organizationSettings(tx.cache).send_channel_events_messages) return;
  const bot = notificationBot(tx);
  const topic = channel.topicsPolicy === 'empty_topic_only' ? '' : noticeTopic;
  await sendToChannel(
    tx,
    bot,
    { to: channelId, topic },
    { draft: draftFor(tx, bot, text), client: 'Internal', reading },
  );
}

/** New channels say who made them; their maker has not to read it. */
export async function noticeCreated(tx: Tx, by: User, created: readonly Channel[]): Promise<void> {
  for (const channel of created)
    await giveNotice(tx, channel.id, createdNotice(by, channel), { readBy: [by.id] });
}

function createdNotice(by: User, channel: Channel): string {
  const made = `${getMention(by)} created this channel. It is **${privacyName(channel)}**.`;
  return channel.description === '' ? made : `${made}\n\nDescription:\n${quoted(channel.description)}`;
}

export const archivedNotice = (by: User): string => `${getMention(by)} archived this channel.`;
export const unarchivedNotice = (by: User): string => `${getMention(by)} brought this channel back into use.`;

/** One text for each thing that people in the channel should learn of. */
export function changeNotices(by: User, before: Channel, after: Channel): string[] {
  const who = getMention(by);
  const notices: string[] = [];
  if (before.name !== after.name)
    notices.push(`${who} renamed this channel from **${before.name}** to **${after.name}**.`);
  if (before.description !== after.description)
    notices.push(
      `${who} changed the description of this channel.\n\n` +
        `Before:\n${quoted(before.description)}\n\nNow:\n${quoted(after.description)}`,
    );
  const [was, is] = [privacyName(before), privacyName(after)];
  if (was !== is) notices.push(`${who} made this channel **${is}**. It was **${was}**.`);
  if (before.retentionDays !== after.retentionDays)
    notices.push(`${who} changed how long messages are kept here: **${keptFor(after.retentionDays)}**.`);
  if (isSettingChanged(before, after, 'can_send_message_group'))
    notices.push(`${who} changed who may write in this channel.`);
  return notices;
}

const quoted = (description: string): string => `> ${description === '' ? '*nothing*' : description}`;

function keptFor(days: number | null): string {
  if (days === null) return 'as long as everywhere in the organization';
  return days === -1 ? 'for ever' : `for ${days} ${days === 1 ? 'day' : 'days'}`;
}

const isSettingChanged = (before: Channel, after: Channel, name: string): boolean =>
  JSON.stringify(before.settings[name]) !== JSON.stringify(after.settings[name]);
