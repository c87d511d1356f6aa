/** Synchronizes accounts with LDAP directories at the configured interval. Maintenance runs on one node at a time. */
import { type AppContext, defineService } from '../../core/context/index.ts';
import { findLdap } from '../../core/sign-in-providers/index.ts';
import { LdapUnavailableError } from '../../lib/ldap/find-person.ts';
import { LdapSyncRefused, syncLdap } from './ldap-sync.ts';

const hourMs = 3600_000;
/** More leavers suggest a wrong filter or search base; an operator has to run the command. */
const mostPercent = 20;

/** The last synchronization of each organization since this node started. */
const lastSyncs = defineService(() => new Map<number, number>());

/** Failures of a directory are logged, and retried an hour later. */
export async function syncDirectories(
  app: AppContext,
  isStopped: () => boolean,
  now = performance.now(),
): Promise<void> {
  for (const orgId of await organizationsWithDirectory(app)) {
    if (isStopped()) return;
    const cache = await app.organizations.cache(orgId);
    const settings = findLdap(app, cache);
    if (!settings || settings.syncHours === 0 || cache.organization.isDeactivated) continue;
    const last = lastSyncs(app).get(orgId);
    // Maintenance runs about every hour; half an hour of tolerance keeps it from skipping one.
    if (last !== undefined && now - last < (settings.syncHours - 0.5) * hourMs) continue;
    await syncOne(app, orgId, settings, now);
  }
}

async function organizationsWithDirectory({ config, db, organizations }: AppContext): Promise<number[]> {
  if (config.ldapUrl !== undefined) return organizations.names.map(({ id }) => id);
  const rows = await db.read.q
    .selectFrom('sign_in_provider')
    .select('org_id')
    .where('kind', '=', 'ldap')
    .where('is_enabled', '=', 1)
    .orderBy('org_id')
    .execute();
  return rows.map(({ org_id }) => org_id);
}

async function syncOne(
  app: AppContext,
  orgId: number,
  settings: NonNullable<ReturnType<typeof findLdap>>,
  now: number,
): Promise<void> {
  try {
    const { entries, found, changes } = await syncLdap(app, orgId, settings, {
      isDryRun: false,
      mostPercent,
    });
    lastSyncs(app).set(orgId, now);
    app.log.info(
      { organization: orgId, entries, found, changes: changes.length },
      'synchronized with the LDAP directory',
    );
  } catch (error) {
    if (!(error instanceof LdapUnavailableError || error instanceof LdapSyncRefused)) throw error;
    app.log.error(
      { organization: orgId, err: error.cause ?? error },
      'synchronizing with the LDAP directory failed',
    );
  }
}
