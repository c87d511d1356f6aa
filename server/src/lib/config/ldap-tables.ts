/** Parses the LDAP group tables of heddle.toml, and LDAP directories in the settings of organizations. */
import type { LdapSettings } from '../ldap/settings.ts';
import {
  attributeForm,
  defaultFilter,
  filterForm,
  type LdapForm,
  type LdapRules,
  ldapTrusts,
  urlForm,
} from './config-ldap.ts';
import { formats } from './config-formats.ts';
import {
  choice,
  common,
  type Field,
  findTableProblems,
  readTable,
  type Table,
  text,
  type ProviderFields,
} from './tables.ts';

/** @param problems Problems are appended, one line each. */
export function parseLdapRules(
  entries: ReadonlyMap<string, unknown>,
  path: string,
  problems: string[],
): LdapRules {
  const groups = common.groups.parse(entries.get('ldap_groups') ?? {});
  const roles = common.roles.parse(entries.get('ldap_roles') ?? {});
  if (!groups) problems.push(`ldap_groups in ${path} must be ${common.groups.expects}`);
  if (!roles) problems.push(`ldap_roles in ${path} must be ${common.roles.expects}`);
  return groups && roles ? { groups, roles } : { groups: new Map(), roles: new Map() };
}

const fitting = (name: 'ldapUrl' | 'ldapFilter', { pattern, expects }: LdapForm): Field<string> =>
  text(expects, (value) => new RegExp(pattern).test(value) && (formats[name]?.(value) ?? true));

const dn = text('a distinguished name, such as ou=people,dc=example,dc=com');
const attribute = text('an attribute name', (value) => new RegExp(attributeForm).test(value));

const syncHours: Field<number> = {
  expects: 'a whole number of hours up to 168; 0 for never',
  parse: (value) =>
    typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value <= 168
      ? value
      : undefined,
};

const fields = {
  url: fitting('ldapUrl', urlForm),
  start_tls: choice('on', 'off'),
  ca_certificate: text('certificates in PEM', (value) => value.includes('BEGIN CERTIFICATE')),
  bind_dn: dn,
  search_base: dn,
  filter: fitting('ldapFilter', filterForm),
  email_attribute: attribute,
  name_attribute: attribute,
  avatar_attribute: attribute,
  groups_attribute: attribute,
  group_base: dn,
  groups: common.groups,
  roles: common.roles,
  new_accounts: choice('on', 'off'),
  trust_email: choice(...ldapTrusts),
  sync_hours: syncHours,
} satisfies ProviderFields;

/**
 * Parses a directory in the settings of an organization.
 * @param password Password of `bind_dn`.
 * @param wrong Problems are appended; if there are any, the result is undefined.
 */
export function toLdap(
  table: Table,
  { password, reachable }: { password: string | undefined; reachable: string | undefined },
  wrong: string[],
): LdapSettings | undefined {
  wrong.push(...findTableProblems(table, fields));
  for (const key of ['url', 'search_base']) if (table[key] === undefined) wrong.push(`${key} is not set`);
  if ((table.bind_dn === undefined) !== (password === undefined))
    wrong.push('bind_dn and its password are set together only');
  if (wrong.length > 0) return undefined;
  const given = readTable(table, fields);
  return {
    groups: given.groups ?? new Map(),
    roles: given.roles ?? new Map(),
    url: given.url ?? '',
    usesStartTls: given.start_tls !== 'off',
    caFile: undefined,
    caCertificate: given.ca_certificate,
    bindDn: given.bind_dn,
    bindPassword: password,
    searchBase: given.search_base ?? '',
    filter: given.filter ?? defaultFilter,
    emailAttribute: given.email_attribute ?? 'mail',
    nameAttribute: given.name_attribute ?? 'cn',
    avatarAttribute: given.avatar_attribute,
    groupsAttribute: given.groups_attribute ?? 'memberOf',
    groupBase: given.group_base,
    makesAccounts: given.new_accounts !== 'off',
    trustsEmail: given.trust_email ?? 'off',
    syncHours: given.sync_hours ?? 0,
    isOfOrganization: true,
    reachable,
  };
}
