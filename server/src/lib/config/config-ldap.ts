/** Settings of sign-in with an LDAP directory. */
import { type Role, Type } from '../../../../wire/core.ts';

/** Groups and roles by LDAP group, which is given as a distinguished name or by its first component. */
export interface LdapRules {
  groups: ReadonlyMap<string, string>;
  roles: ReadonlyMap<string, Role>;
}

/** `members` are all but owners and administrators. */
export const ldapTrusts = ['off', 'members', 'everyone'] as const;
export type LdapTrust = (typeof ldapTrusts)[number];

const onOff = <T extends { default: 'on' | 'off' }>(notes: T) =>
  Type.Enum(['on', 'off'], { ...notes, expects: 'one of on, off' });

export const attributeForm = '^[A-Za-z][A-Za-z0-9-]*$';

export interface LdapForm {
  pattern: string;
  expects: string;
}

export const urlForm: LdapForm = {
  pattern: '^ldaps?://([A-Za-z0-9._-]+|\\[[0-9A-Fa-f:.]+\\])(:[0-9]{1,5})?/?$',
  expects: 'an ldap:// or ldaps:// URL of a host, such as ldap://directory.example.com',
};

export const filterForm: LdapForm = {
  pattern: '^\\(.*\\{username\\}.*\\)$',
  expects: 'an LDAP filter containing {username}, such as (|(uid={username})(mail={username}))',
};

export const defaultFilter = '(uid={username})';

export const ldapSettings = {
  ldapUrl: Type.Optional(
    Type.String({
      ...urlForm,
      value: 'url',
      description: 'LDAP directory whose users can sign in with their LDAP names and passwords',
    }),
  ),
  ldapStartTls: onOff({
    default: 'on',
    value: 'on|off',
    description: 'Whether to encrypt ldap:// connections; off sends passwords unencrypted',
  }),
  ldapCaFile: Type.Optional(
    Type.String({
      minLength: 1,
      value: 'path',
      expects: 'a path',
      description: 'CA certificates (PEM) for the connection to the LDAP directory',
    }),
  ),
  ldapBindDn: Type.Optional(
    Type.String({
      minLength: 1,
      value: 'dn',
      expects: 'a distinguished name',
      description: 'DN to bind as for searches; anonymous if not set',
    }),
  ),
  ldapBindPassword: Type.Optional(
    Type.String({
      minLength: 1,
      value: 'password',
      expects: 'a password',
      description: 'Password of --ldap-bind-dn',
      isSecret: true,
    }),
  ),
  ldapSearchBase: Type.Optional(
    Type.String({
      minLength: 1,
      value: 'dn',
      expects: 'a distinguished name, such as ou=people,dc=example,dc=com',
      description: 'Base DN below which users are searched',
    }),
  ),
  ldapFilter: Type.String({
    ...filterForm,
    default: defaultFilter,
    value: 'filter',
    description: 'Search filter that finds a user by the name typed at sign-in',
  }),
  ldapEmailAttribute: Type.String({
    pattern: attributeForm,
    default: 'mail',
    value: 'attribute',
    expects: 'an attribute name',
    description: 'LDAP attribute with the email address',
  }),
  ldapNameAttribute: Type.String({
    pattern: attributeForm,
    default: 'cn',
    value: 'attribute',
    expects: 'an attribute name',
    description: 'LDAP attribute with the full name, used for new accounts',
  }),
  ldapNewAccounts: onOff({
    default: 'on',
    value: 'on|off',
    description: 'Whether LDAP users without an account get one when they first sign in',
  }),
  ldapTrustEmail: Type.Enum([...ldapTrusts], {
    default: 'off',
    value: 'off|members|everyone',
    expects: 'one of off, members, everyone',
    description:
      'Whose existing accounts belong to the LDAP user with their email address: only if users cannot change it in LDAP',
  }),
  ldapAvatarAttribute: Type.Optional(
    Type.String({
      pattern: attributeForm,
      value: 'attribute',
      expects: 'an attribute name',
      description: 'LDAP attribute with the picture of a user, such as jpegPhoto or thumbnailPhoto',
    }),
  ),
  ldapGroupsAttribute: Type.String({
    pattern: attributeForm,
    default: 'memberOf',
    value: 'attribute',
    expects: 'an attribute name',
    description: 'LDAP attribute with the groups of a user, used by [ldap_groups] and [ldap_roles]',
  }),
  ldapGroupBase: Type.Optional(
    Type.String({
      minLength: 1,
      value: 'dn',
      expects: 'a distinguished name, such as ou=groups,dc=example,dc=com',
      description: 'Base DN below which groups are searched, where users have no attribute with their groups',
    }),
  ),
  ldapSyncHours: Type.Integer({
    minimum: 0,
    maximum: 168,
    default: 0,
    value: 'hours',
    expects: 'a whole number of hours up to 168; 0 for never',
    description: 'How often accounts are synchronized with the LDAP directory; 0 for never',
  }),
};
