/** Parses the LDAP group tables of heddle.toml, and LDAP directories in the settings of organizations. */
import { roles, type Role } from '../../../../wire/core.ts';
import type { LdapSettings } from '../ldap/settings.ts';
import { attributeForm, defaultFilter, type LdapRules, ldapSettings } from './config-ldap.ts';
import { formats } from './config-formats.ts';

type Table = Readonly<Record<string, unknown>>;
type Check = readonly [expects: string, fits: (value: unknown) => boolean];

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';
const isTable = (value: unknown): value is Table =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const groups: Check = [
  'a table of group names',
  (value) => isTable(value) && Object.values(value).every(isText),
];
const roleNames: Check = [
  `a table of roles: ${Object.keys(roles).join(', ')}`,
  (value) =>
    isTable(value) && Object.values(value).every((role) => isText(role) && Object.hasOwn(roles, role)),
];
const onOff: Check = ['one of on, off', (value) => value === 'on' || value === 'off'];
const dn: Check = ['a distinguished name, such as ou=people,dc=example,dc=com', isText];
const attribute: Check = [
  'an attribute name',
  (value) => isText(value) && new RegExp(attributeForm).test(value),
];

const toRules = (groupTable: unknown, roleTable: unknown): LdapRules => ({
  groups: new Map(Object.entries((groupTable ?? {}) as Record<string, string>)),
  roles: new Map(
    Object.entries((roleTable ?? {}) as Record<string, keyof typeof roles>).map(
      ([group, role]): [string, Role] => [group, roles[role]],
    ),
  ),
});

/** @param problems Problems are appended, one line each. */
export function parseLdapRules(
  entries: ReadonlyMap<string, unknown>,
  path: string,
  problems: string[],
): LdapRules {
  const [groupTable, roleTable] = [entries.get('ldap_groups'), entries.get('ldap_roles')];
  const wrong = [
    ...(groupTable === undefined || groups[1](groupTable)
      ? []
      : [`ldap_groups in ${path} must be ${groups[0]}`]),
    ...(roleTable === undefined || roleNames[1](roleTable)
      ? []
      : [`ldap_roles in ${path} must be ${roleNames[0]}`]),
  ];
  problems.push(...wrong);
  return wrong.length > 0 ? toRules({}, {}) : toRules(groupTable, roleTable);
}

const fromSchema = (name: 'ldapUrl' | 'ldapFilter'): Check => {
  const { pattern, expects } = ldapSettings[name] as unknown as { pattern: string; expects: string };
  return [
    expects,
    (value) => isText(value) && new RegExp(pattern).test(value) && (formats[name]?.(value) ?? true),
  ];
};

const checks: Readonly<Record<string, Check>> = {
  url: fromSchema('ldapUrl'),
  start_tls: onOff,
  ca_certificate: ['certificates in PEM', (value) => isText(value) && value.includes('BEGIN CERTIFICATE')],
  bind_dn: dn,
  search_base: dn,
  filter: fromSchema('ldapFilter'),
  email_attribute: attribute,
  name_attribute: attribute,
  avatar_attribute: attribute,
  groups_attribute: attribute,
  group_base: dn,
  groups,
  roles: roleNames,
  new_accounts: onOff,
  sync_hours: [
    'a whole number of hours up to 168; 0 for never',
    (value) => Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= 168,
  ],
};

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
  for (const [key, value] of Object.entries(table)) {
    const [expects, fits] = checks[key] ?? [];
    if (!fits) wrong.push(`${key} is not a setting. Valid settings: ${Object.keys(checks).join(', ')}.`);
    else if (!fits(value)) wrong.push(`${key} must be ${String(expects)}`);
  }
  for (const key of ['url', 'search_base']) if (table[key] === undefined) wrong.push(`${key} is not set`);
  if ((table.bind_dn === undefined) !== (password === undefined))
    wrong.push('bind_dn and its password are set together only');
  if (wrong.length > 0) return undefined;
  const given = table as Readonly<Record<string, string | undefined>>;
  return {
    ...toRules(table.groups, table.roles),
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
    syncHours: (table.sync_hours as number | undefined) ?? 0,
    isOfOrganization: true,
    reachable,
  };
}
