/** Rules on groups of an LDAP directory, whose names are compared ignoring case and spaces. */
import type { AppContext } from '../../core/context/index.ts';
import type { User } from '../../core/organization/index.ts';
import type { LdapPerson } from '../../lib/ldap/find-person.ts';
import type { LdapSettings } from '../../lib/ldap/settings.ts';
import { applyRules, type GroupRules } from './rules.ts';

const plain = (name: string): string =>
  name
    .toLowerCase()
    .replace(/\s*([,=])\s*/g, '$1')
    .trim();

const plainKeys = <T>(map: ReadonlyMap<string, T>): Map<string, T> =>
  new Map([...map].map(([name, value]) => [plain(name), value]));

export const ldapRules = ({ groups, roles }: LdapSettings): GroupRules => ({
  groups: plainKeys(groups),
  roles: plainKeys(roles),
});

export const ldapGroups = ({ groups = [] }: LdapPerson): ReadonlySet<string> => new Set(groups.map(plain));

/** Applies the rules at a sign-in. Groups are only read from the directory if there are rules. */
export async function applyLdapRules(
  { db, log }: AppContext,
  orgId: number,
  settings: LdapSettings,
  { user, person }: { user: User; person: LdapPerson },
): Promise<void> {
  if (person.groups === undefined || !user.isActive) return;
  const { ignored, ...changes } = await db.write(orgId, 'system', (tx) =>
    applyRules(tx, ldapRules(settings), ldapGroups(person), user),
  );
  const who = { organization: orgId, user: user.id };
  if (changes.role !== undefined || changes.joined.length + changes.left.length > 0)
    log.info({ ...who, ...changes }, 'rules on groups of the LDAP directory were applied');
  if (ignored.length > 0)
    log.warn({ ...who, ignored }, 'rules on groups of the LDAP directory could not be applied');
}
