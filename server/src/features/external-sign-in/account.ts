/**
 * Finds or creates the account of a user whom a provider has authenticated: by issuer and subject if they are linked, otherwise
 * by a verified email address. The provider's groups are applied in the same transaction.
 */
import { randomUUID } from 'node:crypto';
import { roles } from '../../../../wire/core.ts';
import type { AppContext } from '../../core/context/index.ts';
import type { Tx } from '../../core/log/index.ts';
import {
  type OrganizationCache,
  type User,
  organizationEnded,
  refuseEnded,
} from '../../core/organization/index.ts';
import {
  type Identity,
  findAccountIdentity,
  findIdentity,
  insertIdentity,
  isOnlyEmail,
  noteUse,
} from '../../core/sign-in-providers/index.ts';
import { hasTwoFactor } from '../../core/two-factor/index.ts';
import { newCredentials, parsedEmail, usableFullName } from '../../core/users/index.ts';
import type { SignInProvider } from '../../lib/config/oidc-config.ts';
import type { Language } from '../../lib/i18n/i18n.ts';
import type { ExternalPerson } from '../../lib/oidc/person.ts';
import { emailKey } from '../../lib/text.ts';
import { type DisposableCheck, checkMayJoin, disposableCheck } from '../domains/index.ts';
import { checkIsOpen, joinInvited } from '../invites/index.ts';
import { type AppliedRules, announceLink, noteFirstSignIn, applyRules } from '../sign-in/index.ts';
import { addPerson, announceSignUp, welcome } from '../users/index.ts';
import { valueAt } from '../../lib/json.ts';
import { getClaim } from '../../lib/oidc/oidc-provider.ts';

/** Why a sign-in is refused although the provider has authenticated the user. */
type Refusal = 'unverified' | 'otherIdentity' | 'noAccount' | 'bot';

/** The email address belongs to an account with second factors, which is linked after they were verified. */
export class SecondFactorNeeded extends Error {
  override readonly name = 'SecondFactorNeeded';
  readonly userId: number;
  /** To be linked. */
  readonly identity: Identity;

  constructor(userId: number, { issuer, subject }: Identity) {
    super('A second factor is needed before an account is linked');
    this.userId = userId;
    this.identity = { issuer, subject };
  }
}

export class ExternalSignInRefused extends Error {
  override readonly name = 'ExternalSignInRefused';
  readonly why: Refusal;

  constructor(why: Refusal) {
    super(`The sign-in was refused: ${why}`);
    this.why = why;
  }
}

interface SignedIn {
  userId: number;
  identityId: number;
}

/** What a new account begins with. */
interface Beginning {
  /** The key of an invitation. */
  key?: string | undefined;
  /** The language of the browser, if it is supported; by default that of new users. */
  language?: Language | undefined;
}

interface JoinContext extends Beginning {
  isDisposable: DisposableCheck;
}

/**
 * @throws ExternalSignInRefused, SecondFactorNeeded, InvitationEnded, and ApiError for a deactivated account or organization,
 *   and for an address that may not join
 */
export async function signInWithProvider(
  app: AppContext,
  orgId: number,
  provider: SignInProvider,
  person: ExternalPerson,
  beginning: Beginning = {},
): Promise<SignedIn> {
  const joining = { ...beginning, isDisposable: await disposableCheck() };
  const { applied, isNew, ...found } = await app.db.write(orgId, 'system', async (tx) => {
    if (tx.cache.organization.isDeactivated) throw organizationEnded();
    const { user, isNew, known, identity } = await identify(app, tx, provider, person, joining);
    if (user.isBot) throw new ExternalSignInRefused('bot');
    refuseEnded(tx.cache, user);
    if (!known && !isNew && (await hasTwoFactor(tx, orgId, user.id)))
      throw new SecondFactorNeeded(user.id, identity);
    const identityId = known?.id ?? (await link(tx, identity, user));
    if (!known && !isNew) await announceLink(tx, user, provider.name);
    await noteUse(tx, identityId);
    return { userId: user.id, identityId, isNew, applied: await applyClaims(tx, provider, person, user) };
  });
  await noteFirst(app, orgId, found.userId);
  logSignIn(app, orgId, provider, { ...found, isNew }, applied);
  return found;
}

/** Finds the account, and the identity that it is or will be linked to. */
async function identify(
  app: AppContext,
  tx: Tx,
  provider: SignInProvider,
  person: ExternalPerson,
  joining: JoinContext,
) {
  const hasOnlyEmail = isOnlyEmail(provider.kind);
  const linked = hasOnlyEmail ? undefined : await findIdentity(tx, person);
  if (linked) return { user: userById(tx, linked.user_id), isNew: false, known: linked, identity: person };
  const { user, isNew } = await getAccount(app, tx, provider, person, joining);
  if (!hasOnlyEmail) return { user, isNew, known: undefined, identity: person };
  // Only the email address identifies the user: it refers to the account that has it now, not to a previous one.
  const known = await findAccountIdentity(tx, person.issuer, user.id);
  return { user, isNew, known, identity: { issuer: person.issuer, subject: randomUUID() } };
}

function userById({ cache }: Tx, id: number): User {
  const user = cache.users.get(id);
  if (!user) throw new ExternalSignInRefused('noAccount');
  return user;
}

/** Links an identity after the second factor was verified. @throws ExternalSignInRefused */
export async function linkIdentity(
  { db }: Pick<AppContext, 'db'>,
  orgId: number,
  userId: number,
  identity: Identity,
): Promise<number> {
  return db.write(orgId, { id: userId }, async (tx) => {
    const known = await findIdentity(tx, identity);
    if (known && known.user_id !== userId) throw new ExternalSignInRefused('otherIdentity');
    const id = known?.id ?? (await link(tx, identity, userById(tx, userId)));
    await noteUse(tx, id);
    return id;
  });
}

async function link(tx: Tx, person: Identity, user: User): Promise<number> {
  // Otherwise a second identity with the same address would take the account over.
  if (await findAccountIdentity(tx, person.issuer, user.id)) throw new ExternalSignInRefused('otherIdentity');
  return insertIdentity(tx, person, user.id);
}

async function getAccount(
  app: AppContext,
  tx: Tx,
  provider: SignInProvider,
  person: ExternalPerson,
  joining: JoinContext,
): Promise<{ user: User; isNew: boolean }> {
  const emails = person.emails.flatMap((one) => parsedEmail(one) ?? []);
  const [first] = emails;
  if (first === undefined) throw new ExternalSignInRefused('unverified');
  for (const email of emails) {
    const user = getHolder(tx.cache, email);
    if (user) return { user, isNew: false };
  }
  return {
    user: await makeAccount(
      app,
      tx,
      provider,
      { email: first, fullName: usableFullName(person.fullName, first) },
      joining,
    ),
    isNew: true,
  };
}

const getHolder = ({ users }: OrganizationCache, email: string): User | undefined =>
  users.find('deliveryEmail', emailKey(email)) ?? users.find('email', emailKey(email));

/** An invitation takes precedence, since it may grant channels, groups and a role. */
async function makeAccount(
  app: AppContext,
  tx: Tx,
  { newAccounts }: SignInProvider,
  named: { email: string; fullName: string },
  { isDisposable, key, language }: JoinContext,
): Promise<User> {
  if (newAccounts === 'off') throw new ExternalSignInRefused('noAccount');
  const person = { ...named, ...(language ? { language } : {}), ...newCredentials(app.secrets, null) };
  const invited = await joinInvited(app, tx, key, person, isDisposable);
  if (invited) return invited;
  if (newAccounts === 'invited') checkIsOpen(tx);
  await checkMayJoin(tx, tx.cache, isDisposable, person.email);
  const id = await addPerson(tx, { ...person, role: roles.member });
  const user = userById(tx, id);
  await welcome(tx, user, null);
  await announceSignUp(tx, user);
  return user;
}

async function noteFirst(app: AppContext, orgId: number, userId: number): Promise<void> {
  const { first_sign_in_at } = await app.db.read.q
    .selectFrom('person')
    .select('first_sign_in_at')
    .where('id', '=', userId)
    .where('org_id', '=', orgId)
    .executeTakeFirstOrThrow();
  await noteFirstSignIn(app, orgId, userId, first_sign_in_at);
}

function logSignIn(
  { log }: AppContext,
  organization: number,
  { id }: SignInProvider,
  { userId, isNew }: { userId: number; isNew: boolean },
  { ignored, ...changes }: AppliedRules,
): void {
  const who = { organization, provider: id, user: userId };
  log.info({ ...who, isNew, ...changes }, 'signed in with a provider');
  if (ignored.length > 0) log.warn({ ...who, ignored }, 'rules of a provider could not be applied');
}

// Applies the groups in the claims of a provider.

async function applyClaims(
  tx: Tx,
  provider: SignInProvider,
  { claims }: ExternalPerson,
  user: User,
): Promise<AppliedRules> {
  const unchanged: AppliedRules = { joined: [], left: [], ignored: [] };
  if (provider.groups.size + provider.roles.size === 0) return unchanged;
  // Entra replaces long lists with a link; missing groups then mean nothing.
  if (isElsewhere(claims, provider.groupsClaim)) return { ...unchanged, ignored: [provider.groupsClaim] };
  return applyRules(tx, provider, getGroups(getClaim(claims, provider.groupsClaim)), user);
}

const isElsewhere = (claims: ExternalPerson['claims'], claim: string): boolean =>
  valueAt(claims, '_claim_names', claim) !== undefined;

/** The claim may be a list or a single name. */
function getGroups(claim: unknown): ReadonlySet<string> {
  const list = Array.isArray(claim) ? claim : [claim];
  return new Set(list.filter((one): one is string => typeof one === 'string'));
}
