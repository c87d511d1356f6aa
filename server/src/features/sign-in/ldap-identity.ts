/**
 * The binding of accounts to entries of an LDAP directory: by the ID of the entry, so that a new name, address or DN changes
 * nothing. An account that is bound to an entry admits no other.
 */
import { roles } from '../../../../wire/core.ts';
import type { Db } from '../../db/db.ts';
import type { AppContext } from '../../core/context/index.ts';
import type { Tx } from '../../core/log/index.ts';
import type { User } from '../../core/organization/index.ts';
import {
  findAccountIdentity,
  findIdentity,
  insertIdentity,
  moveIdentity,
  noteUse,
  readIdentity,
} from '../../core/sign-in-providers/index.ts';
import { isEntryId } from '../../lib/ldap/entry-id.ts';
import type { LdapPerson } from '../../lib/ldap/find-person.ts';
import type { LdapSettings } from '../../lib/ldap/settings.ts';
import { announceLink } from './announce-link.ts';

export const ldapIssuer = 'ldap';

export type Entry = Pick<LdapPerson, 'dn' | 'id'>;

/** What identifies an entry for good; the DN in a directory without IDs. */
export const entrySubject = ({ id, dn }: Entry): string => id ?? dn;

/** The subjects under which an entry may be known: by its DN from before IDs were stored. */
export const entrySubjects = ({ id, dn }: Entry): string[] => (id === undefined ? [dn] : [id, dn]);

export async function findEntryIdentity(db: Db, orgId: number, entry: Entry) {
  for (const subject of entrySubjects(entry)) {
    const found = await readIdentity(db, orgId, { issuer: ldapIssuer, subject });
    if (found) return found;
  }
  return undefined;
}

/**
 * The accounts that nothing but LDAP can have signed in, since they have no password and no identity at a provider: they came by
 * LDAP before their entries were stored.
 * @param userId Only this one.
 */
export async function listUnboundLdapAccounts(db: Db, orgId: number, userId?: number): Promise<Set<number>> {
  let query = db.q
    .selectFrom('person')
    .select('person.id')
    .where('person.org_id', '=', orgId)
    .where('person.password_hash', 'is', null)
    .where('person.first_sign_in_at', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('external_identity')
            .select('external_identity.id')
            .whereRef('external_identity.user_id', '=', 'person.id'),
        ),
      ),
    );
  if (userId !== undefined) query = query.where('person.id', '=', userId);
  return new Set((await query.execute()).map(({ id }) => id));
}

interface AccountState {
  user: User;
  /** What the account is bound to. */
  subject: string | undefined;
  /** See `listUnboundLdapAccounts`. */
  cameByLdap: boolean;
}

/**
 * Whether an account may be bound to the only entry that has its email address.
 * @param hasFormer Whether an entry still has the DN that the account is bound to.
 */
export function mayBindByAddress(
  { trustsEmail }: LdapSettings,
  { user, subject, cameByLdap }: AccountState,
  entry: Entry,
  hasFormer: boolean,
): boolean {
  // The entry has been moved since its DN was stored. Its ID is stored instead.
  if (subject !== undefined) return !isEntryId(subject) && entry.id !== undefined && !hasFormer;
  if (cameByLdap || trustsEmail === 'everyone') return true;
  return trustsEmail === 'members' && user.role > roles.administrator;
}

/** @param isLegacy Whether the account came by LDAP before: its owner is not notified. @returns the id of the identity */
export async function bindToEntry(
  app: Pick<AppContext, 'log'>,
  tx: Tx,
  { user, entry, isLegacy }: { user: User; entry: Entry; isLegacy: boolean },
): Promise<number> {
  const subject = entrySubject(entry);
  const own = await findAccountIdentity(tx, ldapIssuer, user.id);
  if (own?.subject === subject) return own.id;
  const about = { organization: tx.orgId, user: user.id, entry: entry.dn };
  app.log.info(about, 'an account was bound to an entry of the LDAP directory');
  if (own) await moveIdentity(tx, own.id, subject);
  const id = own?.id ?? (await insertIdentity(tx, { issuer: ldapIssuer, subject }, user.id));
  if (!own && !isLegacy) await announceLink(tx, user, 'LDAP');
  return id;
}

/** The account of an entry that is bound to one. Stores the ID of an entry that was known by its DN. */
export async function enterBound(tx: Tx, entry: Entry): Promise<User | undefined> {
  const known = await findEntryIdentity(tx, tx.orgId, entry);
  if (!known) return undefined;
  const subject = entrySubject(entry);
  if (known.subject !== subject && !(await findIdentity(tx, { issuer: ldapIssuer, subject })))
    await moveIdentity(tx, known.id, subject);
  await noteUse(tx, known.id);
  return tx.cache.users.get(known.user_id);
}
