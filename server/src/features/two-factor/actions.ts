/** Two-factor authentication: users set it up for themselves, owners and operators reset it. */
import { audit } from '../../core/audit/index.ts';
import type { AppContext } from '../../core/context/index.ts';
import { enqueue, sendEmail } from '../../core/jobs/index.ts';
import type { Tx } from '../../core/log/index.ts';
import { type Principal, type User, textsOfPerson } from '../../core/organization/index.ts';
import { endUserSessions } from '../../core/sessions/index.ts';
import {
  confirmEnrolment,
  deleteApp,
  deleteTwoFactor,
  hasApp,
  hasTwoFactor,
  isTwoFactorRequired,
  listPasskeys,
  newEnrolment,
  newRecoveryCodes,
  sameEnrolment,
  storeTwoFactor,
  type Enrolment,
} from '../../core/two-factor/index.ts';
import type { Db } from '../../db/db.ts';
import { ApiError, apiError } from '../../lib/errors.ts';
import { checkCode, personWithPassword } from '../sign-in/index.ts';

/** A user who changes the second factor of their own account. */
export interface OwnAccount {
  orgId: number;
  user: User;
  /** The session of the request, which stays signed in. */
  sessionId?: number | undefined;
}

export const ownAccount = ({ orgId, user, sessionId }: Principal): OwnAccount => ({ orgId, user, sessionId });

/** @throws ApiError 400 for a wrong password, 429 after too many. */
export async function confirmPassword(
  app: AppContext,
  { orgId, user }: OwnAccount,
  ip: string,
  password: string,
): Promise<void> {
  const from = { orgId, ip, confirmsAs: user.id };
  await personWithPassword(app, from, { username: user.deliveryEmail, password }).catch((error: unknown) => {
    throw error instanceof ApiError && error.code === 'AUTHENTICATION_FAILED'
      ? apiError('password.wrong')
      : error;
  });
}

/** Stores nothing. @param sealed An enrolment to continue after a wrong code. */
export async function startSetup(app: AppContext, account: OwnAccount, sealed?: string): Promise<Enrolment> {
  const { orgId, user } = account;
  await checkMaySetUp(app.db.read, account);
  const { name } = (await app.organizations.cache(orgId)).organization;
  const names = { issuer: name, account: user.deliveryEmail };
  const owner = { userId: user.id, now: app.clock.now() };
  const same = sealed === undefined ? undefined : await sameEnrolment(app.secrets, owner, sealed, names);
  return same ?? newEnrolment(app.secrets, owner, names);
}

/** A session proves the existing second factor; an API key, which may be older, does not. */
async function checkMaySetUp(db: Db, { orgId, user, sessionId }: OwnAccount): Promise<void> {
  if (await hasApp(db, orgId, user.id)) throw apiError('two-factor.already-on');
  if (sessionId === undefined && (await hasTwoFactor(db, orgId, user.id)))
    throw apiError('two-factor.session-only');
}

/** Turns it on, and ends all other sessions. @returns recovery codes */
export async function confirmSetup(
  app: AppContext,
  account: OwnAccount,
  sealed: string,
  code: string,
): Promise<string[]> {
  const { orgId, user, sessionId } = account;
  const confirmed = confirmEnrolment(app.secrets, { userId: user.id, now: app.clock.now() }, sealed, code);
  if (confirmed === 'expired') throw apiError('two-factor.setup-expired');
  if (confirmed === 'wrong') throw apiError('two-factor.wrong-code').with({}, 400);
  return app.db.write(orgId, { id: user.id }, async (tx) => {
    await checkMaySetUp(tx, account);
    const codes = await storeTwoFactor(tx, app.secrets, user.id, confirmed);
    await endUserSessions(tx, user.id, sessionId);
    await notify(tx, user, 'twoFactorOn');
    return codes;
  });
}

/** Removes the app. @throws ApiError if it is the last second factor and the organization requires one */
export async function turnOff(app: AppContext, account: OwnAccount, ip: string, code: string): Promise<void> {
  const { orgId, user } = account;
  if (!(await hasApp(app.db.read, orgId, user.id))) throw apiError('two-factor.off');
  const others = await listPasskeys(app.db.read, orgId, user.id);
  // Checked before the code, which can be used only once.
  if (others.length === 0) await refuseIfRequired(app.db.read, orgId, app.clock.now());
  await checkOwnCode(app, account, ip, code);
  await app.db.write(orgId, { id: user.id }, async (tx) => {
    if (await deleteApp(tx, user.id)) await notify(tx, user, 'twoFactorOff');
    await keepRequired(tx, user);
  });
}

async function refuseIfRequired(db: Db, orgId: number, now: number): Promise<void> {
  if (await isTwoFactorRequired(db, orgId, now)) throw apiError('two-factor.kept-on');
}

/** In the transaction that removes a second factor. @throws ApiError if none is left and the organization requires one */
export async function keepRequired(tx: Tx, user: User): Promise<void> {
  if (!(await hasTwoFactor(tx, tx.orgId, user.id))) await refuseIfRequired(tx, tx.orgId, tx.now);
}

export async function renewRecoveryCodes(
  app: AppContext,
  account: OwnAccount,
  ip: string,
  code: string,
): Promise<string[]> {
  const { orgId, user } = account;
  await checkOwnCode(app, account, ip, code);
  return app.db.write(orgId, { id: user.id }, async (tx) => {
    if (!(await hasTwoFactor(tx, orgId, user.id))) throw apiError('two-factor.off');
    await notify(tx, user, 'recoveryRenewed');
    return newRecoveryCodes(tx, user.id);
  });
}

async function checkOwnCode(app: AppContext, { orgId, user }: OwnAccount, ip: string, code: string) {
  if (!(await hasTwoFactor(app.db.read, orgId, user.id))) throw apiError('two-factor.off');
  await checkCode(app, { orgId, ip }, user, code).catch((error: unknown) => {
    // The session is still valid, and clients end it on 401.
    throw error instanceof ApiError && error.code === 'TWO_FACTOR_FAILED' ? error.with({}, 400) : error;
  });
}

/** Turns it off for a user who has lost the app and the recovery codes. @returns whether it was on */
export async function resetTwoFactor(tx: Tx, user: User): Promise<boolean> {
  if (!(await deleteTwoFactor(tx, user.id))) return false;
  await audit(tx, { action: 'user.reset_two_factor', target: { type: 'user', id: user.id } });
  await notify(tx, user, 'twoFactorReset');
  return true;
}

type Change =
  | 'twoFactorOn'
  | 'twoFactorOff'
  | 'twoFactorReset'
  | 'recoveryRenewed'
  | 'passkeyAdded'
  | 'passkeyRemoved';

export async function notify(tx: Tx, user: User, change: Change): Promise<void> {
  const t = textsOfPerson(tx.cache, user);
  const { name } = tx.cache.organization;
  await enqueue(tx, sendEmail, {
    to: user.deliveryEmail,
    subject: t(`mail.${change}`, { name }),
    text: [
      t('mail.helloName', { name: user.fullName }),
      t(`mail.${change}.text`, { name }),
      t('mail.twoFactor.notYou'),
    ].join('\n\n'),
  });
}
