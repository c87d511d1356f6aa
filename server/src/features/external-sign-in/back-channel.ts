/** Back-channel logout: the provider reports that a user has signed out there, or may no longer sign in. */
import type { AppContext } from '../../core/context/index.ts';
import { endUserQueues } from '../../core/events/index.ts';
import { writeOnce } from '../../core/limits/index.ts';
import type { Tx } from '../../core/log/index.ts';
import { endExternalSessions, endUserSessions } from '../../core/sessions/index.ts';
import { getProvider } from '../../core/sign-in-providers/index.ts';
import { newCredentials } from '../../core/users/index.ts';
import type { ProviderKind, SignInProvider } from '../../lib/config/oidc-config.ts';
import { OidcProvider, type LogoutToken } from '../../lib/oidc/oidc-provider.ts';
import { ProviderResponseError } from '../../lib/oidc/person.ts';
import type { SamlLogout } from '../../lib/saml/saml-provider.ts';
import { storeApiKey } from '../users/index.ts';

/**
 * Ends what was started with the identity or session in the token: sessions, event queues, and the API key if a sign-in with
 * the provider returned it.
 * @throws ProviderResponseError for an invalid or already used token
 */
export async function endExternalSignIns(
  app: AppContext,
  orgId: number,
  provider: SignInProvider,
  token: string,
): Promise<void> {
  const client = getProvider(app, provider);
  if (!(client instanceof OidcProvider))
    throw new ProviderResponseError('This provider sends no logout tokens');
  const logout = await client.readLogoutToken(token);
  const use = `logout ${orgId} ${logout.issuer} ${logout.id}`;
  const ended = await writeOnce(app, { token: use }, orgId, (tx) => endAll(app, tx, logout));
  if (!ended) throw new ProviderResponseError('The logout token was used before');
  const { value: users } = ended;
  app.log.info({ organization: orgId, provider: provider.id, users }, 'signed out by a provider');
}

/** The same for a logout request of SAML. @throws ProviderResponseError for one that was used before. */
export async function endSamlSignIns(
  app: AppContext,
  orgId: number,
  issuer: string,
  { subject, requestId }: Pick<SamlLogout, 'subject' | 'requestId'>,
): Promise<void> {
  const use = `logout ${orgId} ${issuer} ${requestId}`;
  const ended = await writeOnce(app, { token: use }, orgId, (tx) =>
    endAll(app, tx, { issuer, subject, sid: null }),
  );
  if (!ended) throw new ProviderResponseError('The logout request was used before');
  app.log.info({ organization: orgId, issuer, users: ended.value }, 'signed out by a provider');
}

/**
 * Ends what was started with a provider that is removed, as above. With LDAP, a session does not name the directory: all sessions of
 * the people of the directory end.
 */
export async function endProviderSignIns(app: AppContext, tx: Tx, provider: ProviderIssuer): Promise<void> {
  const all = await tx.q.selectFrom('external_identity').selectAll().where('org_id', '=', tx.orgId).execute();
  const theirs = all.filter((one) => isSameIssuer(provider, one.issuer));
  if (provider.kind !== 'ldap') return endIdentities(app, tx, theirs, null);
  for (const { user_id } of theirs) await endUserSessions(tx, user_id);
}

export interface ProviderIssuer {
  kind: ProviderKind | 'ldap';
  issuer: string;
}

/** A tenant may be configured by a domain, and is identified by an ID. */
export function isSameIssuer({ kind, issuer }: ProviderIssuer, given: string): boolean {
  const withSlash = (url: string) => (url.endsWith('/') ? url : `${url}/`);
  if (withSlash(given) === withSlash(issuer)) return true;
  return kind === 'entra' && new URL(given, 'relative:/').host === new URL(issuer).host;
}

async function endAll(
  app: AppContext,
  tx: Tx,
  { issuer, subject, sid }: Pick<LogoutToken, 'issuer' | 'subject' | 'sid'>,
): Promise<number[]> {
  const identities = await findIdentities(tx, issuer, subject, sid);
  await endIdentities(app, tx, identities, sid);
  return identities.map(({ user_id }) => user_id);
}

export async function endIdentities(
  app: AppContext,
  tx: Tx,
  identities: readonly StartedWith[],
  sid: string | null,
): Promise<void> {
  for (const { id, user_id, key_hash, key_sid } of identities) {
    await endExternalSessions(tx, id, sid);
    const isKey = key_hash !== null && (sid === null || key_sid === null || key_sid === sid);
    if (isKey && tx.cache.users.get(user_id)?.apiKeyHash === key_hash)
      await storeApiKey(tx, user_id, newCredentials(app.secrets, null));
    else await endUserQueues(tx, user_id);
  }
}

/** An identity, and the key that a sign-in with it returned. */
interface StartedWith {
  id: number;
  user_id: number;
  key_hash: string | null;
  key_sid: string | null;
}

function findIdentities(tx: Tx, issuer: string, subject: string | null, sid: string | null) {
  const query = tx.q
    .selectFrom('external_identity')
    .selectAll()
    .where('org_id', '=', tx.orgId)
    .where('issuer', '=', issuer);
  if (subject !== null) return query.where('subject', '=', subject).execute();
  const sessions = tx.q
    .selectFrom('session')
    .select('identity_id')
    .where('org_id', '=', tx.orgId)
    .where('provider_sid', '=', sid)
    .where('identity_id', 'is not', null);
  return query.where((eb) => eb.or([eb('key_sid', '=', sid), eb('id', 'in', sessions)])).execute();
}
