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
import { loadSignInProviders, type StoredProvider } from '../../core/organization/index.ts';
import type { Tx } from '../../core/log/index.ts';
import { ldapOfConfig } from '../../lib/ldap/settings.ts';
import { ldapIssuer } from '../sign-in/index.ts';
import { endIdentities, isSameIssuer, type ProviderIssuer } from './back-channel.ts';

const stepsOfSignInMs = 10 * 60_000;
/** A session of LDAP does not name the directory: it is one that began before, or soon after the last sign-in there. */
const beganInDirectory = sql<boolean>`session.created_at <= external_identity.last_used_at + ${stepsOfSignInMs}`;

export async function endRemovedProviders(app: AppContext): Promise<void> {
  const subdomains = new Map(app.organizations.names.map(({ id, subdomain }) => [id, subdomain]));
  for (const { org_id, issuer } of await listUsed(app)) {
    const subdomain = subdomains.get(org_id);
    if (subdomain === undefined || (await isKnown(app, { id: org_id, subdomain }, issuer))) continue;
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
        eb.exists(
          eb
            .selectFrom('session')
            .select(sql`1`.as('one'))
            .whereRef('session.identity_id', '=', 'external_identity.id'),
        ),
        eb.and([
          eb('issuer', '=', ldapIssuer),
          eb.exists(
            eb
              .selectFrom('session')
              .select(sql`1`.as('one'))
              .whereRef('session.user_id', '=', 'external_identity.user_id')
              .where(beganInDirectory),
          ),
        ]),
      ]),
    )
    .orderBy('org_id')
    .orderBy('issuer')
    .execute();

/** Reads no more of an organization than its providers: this is before the server responds. */
async function isKnown(
  app: AppContext,
  { id, subdomain }: { id: number; subdomain: string },
  issuer: string,
): Promise<boolean> {
  const isIt = (provider: ProviderIssuer) => isSameIssuer(provider, issuer);
  const fixed = [...app.config.oidc, ...app.config.jwt].filter(
    ({ organizations }) => organizations?.includes(subdomain) ?? true,
  );
  if (fixed.some(isIt) || (issuer === ldapIssuer && ldapOfConfig(app.config) !== undefined)) return true;
  const own = await loadSignInProviders(app.db.read, id);
  // Those that are turned off for a while count: only removing one ends its sessions. Of one that cannot be read the issuer is not known.
  return own
    .map((stored) => storedIssuer(app, stored))
    .some((provider) => provider === undefined || isIt(provider));
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
        ? join.onRef('session.user_id', '=', 'external_identity.user_id').on(beganInDirectory)
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
