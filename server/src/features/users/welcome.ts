/** Messages about a new user: to the user, to the inviter, and to the channel for announcements. */
import { canSeeChannel } from '../../core/channels/index.ts';
import type { Tx } from '../../core/log/index.ts';
import {
  type User,
  organizationSettings,
  textsOfOrganization,
  textsOfPerson,
} from '../../core/organization/index.ts';
import {
  draftFor,
  getMention,
  notificationBot,
  sendDirect,
  sendToChannel,
  systemBot,
} from '../message-send/index.ts';

const client = 'Internal';

/** @param chosen Custom text of the inviter; null for that of the organization, '' for none. */
export async function welcome(tx: Tx, user: User, chosen: string | null): Promise<void> {
  const bot = systemBot(tx, 'welcome-bot');
  const { organization } = tx.cache;
  const first = textsOfPerson(tx.cache, user)('notices.welcome', {
    organization: organization.name.replaceAll('*', ''),
  });
  const more = chosen ?? organizationSettings(tx.cache).welcome_message_custom_text;
  for (const text of [first, more])
    if (text.trim() !== '') await sendDirect(tx, bot, [user.id], { draft: draftFor(tx, user, text), client });
}

export async function notifyInviter(tx: Tx, inviterId: number, user: User): Promise<void> {
  const inviter = tx.cache.users.get(inviterId);
  if (!inviter?.isActive || inviter.isBot) return;
  const text = textsOfPerson(tx.cache, inviter)('notices.accepted', { user: getMention(user) });
  const draft = draftFor(tx, inviter, text);
  await sendDirect(tx, notificationBot(tx), [inviterId], { draft, client });
}

/** Announces a new user in the channel for sign-ups, if there is one. */
export async function announceSignUp(tx: Tx, user: User): Promise<void> {
  const { cache } = tx;
  const place = cache.channels.get(organizationSettings(cache).signup_announcements_stream_id);
  const bot = notificationBot(tx);
  if (!place || place.isArchived || !canSeeChannel(cache, place, bot)) return;
  const t = textsOfOrganization(cache);
  const topic = place.topicsPolicy === 'empty_topic_only' ? '' : t('notices.signUpsTopic');
  const draft = draftFor(tx, bot, t('notices.joined', { user: getMention(user) }));
  await sendToChannel(tx, bot, { to: place.id, topic }, { draft, client });
}
