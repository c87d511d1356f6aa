/** POST /users: creates an account for someone else. */
import { roles } from '../../../../wire/core.ts';
import type { CreateUserParams } from '../../../../wire/users.ts';
import { isUniqueViolation } from '../../db/sql.ts';
import { auditUser } from '../../core/audit/index.ts';
import { joinChannels, canSeeChannel } from '../../core/channels/index.ts';
import type { AppContext } from '../../core/context/index.ts';
import { emitSystemGroups } from '../../core/groups/index.ts';
import { type Tx, trigger } from '../../core/log/index.ts';
import {
  type Channel,
  type OrganizationCache,
  type Principal,
  type User,
  organizationSettings,
  textsOfOrganization,
  textsOfPerson,
} from '../../core/organization/index.ts';
import {
  type NewPerson,
  audienceAbout,
  checkEmailIsFree,
  checkNameIsFree,
  checkPasswordStrength,
  checkedFullName,
  emailInUse,
  hasGrant,
  insertPerson,
  newCredentials,
  parsedEmail,
  personAdded,
  unknownUserAdded,
  userAdded,
  watchVisibility,
} from '../../core/users/index.ts';
import { checkMayJoin, disposableCheck } from '../domains/index.ts';
import { apiError } from '../../lib/errors.ts';
import { hashPassword } from '../../lib/passwords.ts';
import {
  draftFor,
  getMention,
  notificationBot,
  sendDirect,
  sendToChannel,
  systemBot,
} from '../message-send/index.ts';

/** Checks before the expensive password hash, and again in the transaction. @throws ApiError */
export async function createUser(app: AppContext, me: Principal, given: CreateUserParams): Promise<number> {
  checkMayCreate(me.user);
  const fullName = checkedFullName(given.full_name);
  const email = parsedEmail(given.email);
  if (email === undefined) throw apiError('email.invalid');
  const isDisposable = await disposableCheck();
  await checkMayJoin(app.db.read, me.cache, isDisposable, email);
  checkIsFree(me.cache, email, fullName);
  await checkPasswordStrength(me.cache, given.password, { email, fullName });
  const credentials = newCredentials(app.secrets, await hashPassword(given.password));
  const person = { email, fullName, role: roles.member, awaitsFirstSignIn: true, ...credentials };
  try {
    return await app.db.write(me.orgId, me, async (tx) => {
      checkMayCreate(tx.cache.users.get(me.id));
      await checkMayJoin(tx, tx.cache, isDisposable, email);
      const id = await addPerson(tx, person);
      const user = tx.cache.users.get(id);
      if (user) {
        await announceSignUp(tx, user);
        await auditUser(tx, user, 'create', { after: { role: user.role, delivery_email: email } });
      }
      return id;
    });
  } catch (error) {
    throw isUniqueViolation(error) ? emailInUse() : error;
  }
}

function checkMayCreate(user: User | undefined): void {
  if (!user || user.role > roles.administrator) throw apiError('permissions.administrator');
  if (!hasGrant(user, 'can_create_users')) throw apiError('permissions.create-users');
}

function checkIsFree(cache: OrganizationCache, email: string, fullName: string): void {
  checkEmailIsFree(cache, email);
  checkNameIsFree(cache, fullName);
}

/**
 * Creates an account in an existing organization, and emits it to everyone.
 * @param channels Channels to subscribe to; by default the default channels, and none for guests.
 */
export async function addPerson(
  tx: Tx,
  person: NewPerson,
  channels: readonly Channel[] = person.role === roles.guest ? [] : defaultChannels(tx.cache),
): Promise<number> {
  checkIsFree(tx.cache, person.email, person.fullName);
  const id = await insertPerson(tx, tx.orgId, person);
  await tx.touch({ users: [id] });
  const user = tx.cache.users.get(id);
  if (!user) throw new Error(`Account ${id} was not stored.`);
  const audience = await audienceAbout(tx, user);
  tx.emit(userAdded(user), audience);
  // Before events that refer to the user: clients may need an entry for every id.
  if (!audience.everyone) tx.emit(unknownUserAdded(user), { guests: true, except: audience.users ?? [] });
  emitSystemGroups(tx, undefined, user);
  await enterChannels(tx, id, channels);
  if (!user.isBot) await trigger(tx, personAdded, user);
  return id;
}

export const defaultChannels = ({ channels }: OrganizationCache): Channel[] =>
  [...channels.values()].filter((channel) => channel.isDefault && !channel.isArchived);

async function enterChannels(tx: Tx, userId: number, channels: readonly Channel[]): Promise<void> {
  const moves = channels.map((channel) => ({ channel, userIds: [userId] }));
  const emitVisibilityChanges = await watchVisibility(tx, moves);
  await joinChannels(tx, moves);
  emitVisibilityChanges();
}

// Messages about a new user: to the user, to the inviter, and to the channel for announcements.

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
