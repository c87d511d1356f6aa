/**
 * Administrators create accounts for others, and links with which others choose a new password. Who has such a link has the
 * account: where a mail server is connected it is sent to the person only, otherwise the administrator gets it to pass it on.
 */
import { roles } from '../../../../wire/core.ts';
import type {
  AddPersonParams,
  AddPersonResponse,
  PasswordLinkResponse,
} from '../../../../wire/password-links.ts';
import { audit, auditUser } from '../../core/audit/index.ts';
import { type AppContext, defineService } from '../../core/context/index.ts';
import { enqueue, sendEmail } from '../../core/jobs/index.ts';
import { makeLimit } from '../../core/limits/index.ts';
import type { Tx } from '../../core/log/index.ts';
import { type Principal, type User, textsOfPerson, currentUser } from '../../core/organization/index.ts';
import {
  checkEmailIsFree,
  checkNameIsFree,
  checkedFullName,
  emailInUse,
  newCredentials,
  noSuchUser,
  parsedEmail,
} from '../../core/users/index.ts';
import { isUniqueViolation } from '../../db/sql.ts';
import { limitUses } from '../../http/limits.ts';
import { apiError } from '../../lib/errors.ts';
import { checkMayJoin, disposableCheck } from '../domains/index.ts';
import { checkMayInvite, checkRole } from '../invites/index.ts';
import { draftFor, getMention, notificationBot, sendDirect } from '../message-send/index.ts';
import { awaitsFirstSignIn, mayResetPassword, resetLinkExpiry, storeResetLink } from '../sign-in/index.ts';
import { addPerson, announceSignUp, welcome } from '../users/index.ts';

const day = 86_400;

/** People added in an organization, and links for a person, whose mailbox is not to be flooded. */
const limits = defineService((app: AppContext) => ({
  people: makeLimit(app, 'people added', { seconds: day, count: app.config.maxInvites }),
  links: makeLimit(app, 'password links', { seconds: day, count: 10 }),
}));

/** @throws ApiError */
export async function addPersonWithLink(
  app: AppContext,
  me: Principal,
  given: AddPersonParams,
): Promise<AddPersonResponse> {
  checkMayAdd(me.cache, me.user, given);
  const email = parsedEmail(given.email);
  if (email === undefined) throw apiError('email.invalid');
  const fullName = checkedFullName(given.full_name);
  const isDisposable = await disposableCheck();
  const person = {
    email,
    fullName,
    role: given.role ?? roles.member,
    awaitsFirstSignIn: true,
    ...newCredentials(app.secrets, null),
  };
  const add = async (tx: Tx): Promise<AddPersonResponse> => {
    const caller = currentUser(tx.cache, me);
    checkMayAdd(tx.cache, caller, given);
    await checkMayJoin(tx, tx.cache, isDisposable, email);
    checkEmailIsFree(tx.cache, email);
    checkNameIsFree(tx.cache, fullName);
    const id = await addPerson(tx, person);
    const user = tx.cache.users.get(id);
    if (!user) throw noSuchUser();
    await welcome(tx, user, null);
    await announceSignUp(tx, user);
    await auditUser(tx, user, 'create', { after: { role: user.role, delivery_email: email } });
    return { user_id: id, ...(await giveLink(app, tx, user, { maker: caller, kind: 'added' })) };
  };
  try {
    return await limitUses(app, { limits: [limits(app).people], key: String(me.orgId) }, () =>
      app.db.write(me.orgId, me, add),
    );
  } catch (error) {
    throw isUniqueViolation(error) ? emailInUse() : error;
  }
}

/** Administrators who may invite, with at most their own role. */
function checkMayAdd(
  cache: Principal['cache'],
  caller: User,
  { role = roles.member }: AddPersonParams,
): void {
  if (caller.isBot) throw apiError('permissions.bot');
  if (caller.role > roles.administrator) throw apiError('permissions.administrator');
  checkMayInvite(cache, caller, 'can_invite_users_group');
  checkRole(caller, role);
}

/** An earlier link to the account ends. The password stays as it is until the link is used. @throws ApiError */
export function makePasswordLink(
  app: AppContext,
  me: Principal,
  userId: number,
): Promise<PasswordLinkResponse> {
  const make = async (tx: Tx): Promise<PasswordLinkResponse> => {
    const caller = currentUser(tx.cache, me);
    const user = personFor(tx, caller, userId);
    await audit(tx, {
      action: 'user.reset_password',
      target: { type: 'user', id: user.id },
      after: { by: 'link' },
    });
    const isNew = await awaitsFirstSignIn(tx, tx.orgId, user.id);
    return giveLink(app, tx, user, { maker: caller, kind: isNew ? 'added' : 'reset' });
  };
  return limitUses(app, { limits: [limits(app).links], key: `${me.orgId} ${userId}` }, () =>
    app.db.write(me.orgId, me, make),
  );
}

function personFor(tx: Tx, caller: User, userId: number): User {
  if (caller.isBot) throw apiError('permissions.bot');
  if (caller.role > roles.administrator) throw apiError('permissions.administrator');
  const user = tx.cache.users.get(userId);
  if (!user || user.isBot) throw noSuchUser();
  if (!user.isActive) throw apiError('users.deactivated');
  // Like all users, they need the current password to change their own.
  if (user.id === caller.id) throw apiError('users.own-password');
  if (!mayResetPassword(caller, user)) throw apiError('permissions.owner');
  return user;
}

interface Given {
  maker: User;
  kind: 'added' | 'reset';
}

async function giveLink(app: AppContext, tx: Tx, user: User, given: Given): Promise<PasswordLinkResponse> {
  const link = await storeResetLink(app, tx, user, given.maker);
  const expires_at = Math.floor(resetLinkExpiry(tx.now) / 1000);
  const delivers = app.config.smtpUrl !== undefined;
  if (delivers) await sendLink(tx, user, link, given);
  else if (given.kind === 'reset') await notifyPerson(tx, user, given.maker);
  return { password_link: delivers ? null : link, expires_at };
}

async function sendLink(tx: Tx, user: User, link: string, { maker, kind }: Given): Promise<void> {
  const t = textsOfPerson(tx.cache, user);
  const values = { name: tx.cache.organization.name, administrator: maker.fullName };
  const { name } = values;
  const [subject, text] =
    kind === 'added'
      ? [t('mail.added', { name }), t('mail.added.text', values)]
      : [t('mail.reset', { name }), t('mail.resetForYou.text', values)];
  const lines = [t('mail.helloName', { name: user.fullName }), text, link, t('mail.linkOnce')];
  await enqueue(tx, sendEmail, { to: user.deliveryEmail, subject, text: lines.join('\n\n') });
}

/** Notifies the person that someone else got the link. */
async function notifyPerson(tx: Tx, user: User, maker: User): Promise<void> {
  const text = textsOfPerson(tx.cache, user)('notices.passwordLink', { administrator: getMention(maker) });
  const draft = draftFor(tx, user, text);
  await sendDirect(tx, notificationBot(tx), [user.id], { draft, client: 'Internal' });
}
