/**
 * At the start of the server: sessions that began with a provider end when the provider is not in heddle.toml any more, as they do when
 * owners remove one in the settings. Nothing records which providers there were: an identity whose provider is neither in the
 * configuration nor in the settings of its organization has no sign-ins.
 */
import { sql } from 'kysely';
import type { AppContext } from '../../core/context/index.ts';
import { audit } from '../../core/audit/index.ts';
import { endSessions } from '../../core/sessions/index.ts';
import { readStored } from '../../core/sign-in-providers/index.ts';
import type { OrganizationCache, StoredProvider } from '../../core/organization/index.ts';
import type { Tx } from '../../core/log/index.ts';
import { ldapOfConfig } from '../../lib/ldap/settings.ts';
import { ldapIssuer } from '../sign-in/index.ts';
import { endIdentities, isSameIssuer, type ProviderIssuer } from './back-channel.ts';

/** A session of LDAP does not name the directory: it is one that began before, or soon after the last sign-in there. */
const stepsOfSignInMs = 10 * 60_000;

export async function endRemovedProviders(app: AppContext): Promise<void> {
  for (const { org_id, issuer } of await listUsed(app)) {
    const cache = await app.organizations.cache(org_id);
    const known = knownIssuers(app, cache);
    if (!known || known.some((one) => isSameIssuer(one, issuer))) continue;
    const ended = await app.db.write(org_id, 'system', (tx) => endSignIns(app, tx, issuer));
    if (ended > 0)
      app.log.warn(
        { organization: org_id, issuer, users: ended },
        'signed out all who came by a provider that is not configured any more',
      );
  }
}

/** What sign-ins with providers there are. */
const listUsed = ({ db }: AppContext) =>
  db.read.q
    .selectFrom('external_identity')
    .select(['org_id', 'issuer'])
    .distinct()
    .where((eb) =>
      eb.or([
        eb('key_hash', 'is not', null),
        eb('issuer', '=', ldapIssuer),
        eb.exists(
          eb
            .selectFrom('session')
            .select(sql`1`.as('one'))
            .whereRef('session.identity_id', '=', 'external_identity.id'),
        ),
      ]),
    )
    .orderBy('org_id')
    .orderBy('issuer')
    .execute();

/** @returns undefined if a provider of the settings cannot be read, so that its issuer is not known */
function knownIssuers(app: AppContext, cache: OrganizationCache): ProviderIssuer[] | undefined {
  const { subdomain, signInProviders } = cache.organization;
  const fixed = [...app.config.oidc, ...app.config.jwt].filter(
    ({ organizations }) => organizations?.includes(subdomain) ?? true,
  );
  // Those that are turned off for a while count: only removing one ends its sessions.
  const own = signInProviders.map((stored) => storedIssuer(app, stored));
  if (own.some((one) => one === undefined)) return undefined;
  return [
    ...fixed,
    ...own.filter((one) => one !== undefined),
    ...(ldapOfConfig(app.config) ? [{ kind: 'ldap' as const, issuer: ldapIssuer }] : []),
  ];
}

const storedIssuer = (app: AppContext, stored: StoredProvider): ProviderIssuer | undefined =>
  stored.kind === 'ldap' ? { kind: 'ldap', issuer: ldapIssuer } : readStored(app, stored).provider;

/** @returns how many people had sign-ins */
async function endSignIns(app: AppContext, tx: Tx, issuer: string): Promise<number> {
  const found = await findSessions(tx, issuer);
  const identities = issuer === ldapIssuer ? [] : await findSignedIn(tx, issuer, found);
  await endIdentities(app, tx, identities, null);
  if (issuer === ldapIssuer)
    await endSessions(
      tx,
      found.map(({ id }) => id),
    );
  const people = new Set([...found, ...identities].map(({ user_id }) => user_id)).size;
  if (people > 0)
    await audit(tx, {
      action: 'sign_in_provider.delete',
      target: { type: 'sign_in_provider', name: issuer },
      before: { issuer, users: people },
    });
  return people;
}

interface FoundSession {
  id: number;
  user_id: number;
  identity: number;
}

const findSessions = (tx: Tx, issuer: string): Promise<FoundSession[]> =>
  tx.q
    .selectFrom('external_identity')
    .innerJoin('session', (join) =>
      issuer === ldapIssuer
        ? join
            .onRef('session.user_id', '=', 'external_identity.user_id')
            .on(sql<boolean>`session.created_at <= external_identity.last_used_at + ${stepsOfSignInMs}`)
        : join.onRef('session.identity_id', '=', 'external_identity.id'),
    )
    .select(['session.id', 'session.user_id', 'external_identity.id as identity'])
    .where('external_identity.org_id', '=', tx.orgId)
    .where('session.org_id', '=', tx.orgId)
    .where('external_identity.issuer', '=', issuer)
    .execute();

/** The identities with a session, or whose sign-in has returned the API key that the account has. */
async function findSignedIn(tx: Tx, issuer: string, sessions: readonly FoundSession[]) {
  const withSession = new Set(sessions.map(({ identity }) => identity));
  const all = await tx.q
    .selectFrom('external_identity')
    .selectAll()
    .where('org_id', '=', tx.orgId)
    .where('issuer', '=', issuer)
    .execute();
  return all.filter(
    ({ id, user_id, key_hash }) =>
      withSession.has(id) || (key_hash !== null && tx.cache.users.get(user_id)?.apiKeyHash === key_hash),
  );
}
