/**
 * The step after a correct password: the code of an authenticator app, or its setup if the organization requires
 * one.
 */
import { type AppContext, defineService } from '../../core/context/index.ts';
import { enqueue, sendEmail } from '../../core/jobs/index.ts';
import { makeLimit } from '../../core/limits/index.ts';
import type { Tx } from '../../core/log/index.ts';
import { type User, textsOfPerson } from '../../core/organization/index.ts';
import {
  countRecoveryCodes,
  hasTwoFactor,
  isTwoFactorRequired,
  takeCode,
} from '../../core/two-factor/index.ts';
import { rateLimited } from '../../http/limits.ts';
import { apiError } from '../../lib/errors.ts';
import { signInLimits, type SignInSource } from './sign-in-limits.ts';

export type SecondStep = 'none' | 'code' | 'setup';

export async function getSecondStep(
  { db, clock }: AppContext,
  orgId: number,
  userId: number,
): Promise<SecondStep> {
  if (await hasTwoFactor(db.read, orgId, userId)) return 'code';
  return (await isTwoFactorRequired(db.read, orgId, clock.now())) ? 'setup' : 'none';
}

/** @throws ApiError 401 without a correct code if one is needed; 429. */
export async function requireSecondStep(
  app: AppContext,
  from: SignInSource,
  user: User,
  code: string | undefined,
): Promise<void> {
  const step = await getSecondStep(app, from.orgId, user.id);
  if (step === 'none') return;
  if (step === 'setup') throw apiError('two-factor.setup-required');
  if (code === undefined || code === '') throw apiError('two-factor.required');
  await checkCode(app, from, user, code);
}

/**
 * Uses up a code after the correct password.
 * @throws ApiError 401 for a wrong one, and 429 above the limits.
 */
export async function checkCode(
  app: AppContext,
  from: SignInSource,
  user: User,
  code: string,
): Promise<void> {
  await refuseGuesser(app, user.id);
  const attempt = await signInLimits(app).beginSecondStep(from, user.id);
  try {
    const used = await app.db.write(from.orgId, { id: user.id }, (tx) => use(app, tx, user, code));
    if (used === undefined) {
      await attempt.failed();
      await dailyCodes(app).use(String(user.id));
      app.log.info(
        { address: from.ip, organization: from.orgId, account: user.deliveryEmail, user: user.id },
        'the code of a sign-in was wrong',
      );
      if ((await attempt.isLocked()) && (await warnings(app).use(String(user.id))).isAllowed)
        await warnOfGuesses(app, from.orgId, user);
      throw apiError('two-factor.wrong-code');
    }
    await attempt.succeeded(from.orgId, user);
    await dailyCodes(app).clear([String(user.id)]);
  } finally {
    await attempt.end();
  }
}

/**
 * Limits wrong codes per day. Someone who knows the password could otherwise stay below the other limits and find one of
 * a million codes in time. Passkeys still work, and an owner can reset the second factor.
 */
const dailyCodes = defineService((app: AppContext) =>
  makeLimit(app, 'codes of a day', { seconds: 24 * 3600, count: 20 }),
);

async function refuseGuesser(app: AppContext, userId: number): Promise<void> {
  if (app.config.rateLimits === 'off') return;
  const { isAllowed, retryAfter } = await dailyCodes(app).check(String(userId));
  if (!isAllowed) throw rateLimited(retryAfter);
}

async function use(app: AppContext, tx: Tx, user: User, code: string) {
  const used = await takeCode(app, tx, { userId: user.id, code, now: app.clock.now() });
  if (used !== 'recovery') return used;
  const count = await countRecoveryCodes(tx, tx.orgId, user.id);
  await warn(tx, user, (t, name) => [
    t('mail.recoveryUsed', { name }),
    t('mail.recoveryUsed.text', { name, count }),
  ]);
  return used;
}

/** Limits warnings per account, so that continued guessing does not fill its mailbox. */
const warnings = defineService((app: AppContext) =>
  makeLimit(app, 'code warnings', { seconds: 24 * 3600, count: 1 }),
);

/** Warns the user, since wrong codes are only possible with the password. */
const warnOfGuesses = ({ db }: AppContext, orgId: number, user: User): Promise<void> =>
  db.write(orgId, 'system', (tx) =>
    warn(tx, user, (t, name) => [t('mail.codesGuessed', { name }), t('mail.codesGuessed.text', { name })]),
  );

type Wording = (t: ReturnType<typeof textsOfPerson>, name: string) => [subject: string, text: string];

async function warn(tx: Tx, user: User, wording: Wording): Promise<void> {
  const t = textsOfPerson(tx.cache, user);
  const [subject, text] = wording(t, tx.cache.organization.name);
  await enqueue(tx, sendEmail, {
    to: user.deliveryEmail,
    subject,
    text: [t('mail.helloName', { name: user.fullName }), text, t('mail.twoFactor.notYou')].join('\n\n'),
  });
}
