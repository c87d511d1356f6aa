/** Binds accounts to entries of an LDAP directory where the operator says which belong together. */
import { auditUser } from '../../core/audit/index.ts';
import type { AppContext } from '../../core/context/index.ts';
import type { Tx } from '../../core/log/index.ts';
import type { User } from '../../core/organization/index.ts';
import {
  deleteIdentity,
  findAccountIdentity,
  findIdentity,
  insertIdentity,
} from '../../core/sign-in-providers/index.ts';
import { endExternalSessions } from '../../core/sessions/index.ts';
import { apiError } from '../../lib/errors.ts';
import { findLdapEntry } from '../../lib/ldap/find-person.ts';
import type { LdapSettings } from '../../lib/ldap/settings.ts';
import { announceLink, entrySubject, entrySubjects, ldapIssuer } from '../sign-in/index.ts';

export class LdapLinkRefused extends Error {
  override readonly name = 'LdapLinkRefused';
}

/**
 * Ends what the account and the entry were bound to before.
 * @param username Of the entry, as it is typed at a sign-in.
 * @returns the DN of the entry. @throws LdapLinkRefused, LdapUnavailableError
 */
export async function linkLdap(
  app: AppContext,
  { orgId, userId }: { orgId: number; userId: number },
  settings: LdapSettings,
  username: string,
): Promise<string> {
  const entry = await findLdapEntry(settings, username);
  if (!entry)
    throw new LdapLinkRefused(`The filter finds no entry, or several ones, for ${JSON.stringify(username)}.`);
  await app.db.write(orgId, 'system', async (tx) => {
    const user = getPerson(tx, userId);
    const before = await unbind(tx, userId);
    for (const subject of entrySubjects(entry)) {
      const other = await findIdentity(tx, { issuer: ldapIssuer, subject });
      if (other) await unbind(tx, other.user_id);
    }
    await insertIdentity(tx, { issuer: ldapIssuer, subject: entrySubject(entry) }, userId);
    await auditUser(tx, user, 'update', { before: { ldap_entry: before }, after: { ldap_entry: entry.dn } });
    await announceLink(tx, user, 'LDAP');
  });
  return entry.dn;
}

/** @returns whether the account was bound to an entry */
export const unlinkLdap = ({ db }: AppContext, orgId: number, userId: number): Promise<boolean> =>
  db.write(orgId, 'system', async (tx) => {
    const user = getPerson(tx, userId);
    const before = await unbind(tx, userId);
    if (before === null) return false;
    await auditUser(tx, user, 'update', { before: { ldap_entry: before }, after: { ldap_entry: null } });
    return true;
  });

function getPerson({ cache }: Tx, id: number): User {
  const user = cache.users.get(id);
  if (!user || user.isBot) throw apiError('users.not-found');
  return user;
}

/** @returns what the account was bound to */
async function unbind(tx: Tx, userId: number): Promise<string | null> {
  const bound = await findAccountIdentity(tx, ldapIssuer, userId);
  if (!bound) return null;
  await endExternalSessions(tx, bound.id, null);
  await deleteIdentity(tx, { issuer: ldapIssuer, subject: bound.subject });
  return bound.subject;
}
