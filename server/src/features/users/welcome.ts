/** What is said when somebody new has come: to them, to who invited them, and where the organization wants it said. */
import { canSeeChannel } from '../../core/channels/index.ts';
import type { Tx } from '../../core/log/index.ts';
import { type User, organizationSettings } from '../../core/organization/index.ts';
import {
  draftFor,
  getMention,
  notificationBot,
  sendDirect,
  sendToChannel,
  systemBot,
} from '../message-send/index.ts';

const client = 'Internal';
const signUpTopic = 'signups';

/** @param chosen What the inviter wants said; null leaves it to the organization, '' says nothing more. */
export async function welcome(tx: Tx, user: User, chosen: string | null): Promise<void> {
  const bot = systemBot(tx, 'welcome-bot');
  const { organization } = tx.cache;
  const first =
    `Welcome to **${organization.name.replaceAll('*', '')}**! Conversations here have a channel and a topic: ` +
    'start a topic for each new subject, and everyone can follow what concerns them.';
  const more = chosen ?? organizationSettings(tx.cache).welcome_message_custom_text;
  for (const text of [first, more])
    if (text.trim() !== '') await sendDirect(tx, bot, [user.id], { draft: draftFor(tx, user, text), client });
}

export async function notifyInviter(tx: Tx, inviterId: number, user: User): Promise<void> {
  const inviter = tx.cache.users.get(inviterId);
  if (!inviter?.isActive || inviter.isBot) return;
  const draft = draftFor(tx, inviter, `${getMention(user)} has accepted your invitation.`);
  await sendDirect(tx, notificationBot(tx), [inviterId], { draft, client });
}

/** What cannot be said there is not said. */
export async function announceSignUp(tx: Tx, user: User): Promise<void> {
  const { cache } = tx;
  const place = cache.channels.get(organizationSettings(cache).signup_announcements_stream_id);
  const bot = notificationBot(tx);
  if (!place || place.isArchived || !canSeeChannel(cache, place, bot)) return;
  const topic = place.topicsPolicy === 'empty_topic_only' ? '' : signUpTopic;
  const draft = draftFor(tx, bot, `${getMention(user)} has joined this organization.`);
  await sendToChannel(tx, bot, { to: place.id, topic }, { draft, client });
}
