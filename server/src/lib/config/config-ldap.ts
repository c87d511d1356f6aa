/** Settings of sign-in by LDAP. */
import { Type } from '../../../../wire/core.ts';

export const ldapSettings = {
  ldapUrl: Type.Optional(
    Type.String({
      pattern: '^ldaps?://([A-Za-z0-9._-]+|\\[[0-9A-Fa-f:.]+\\])(:[0-9]{1,5})?/?$',
      value: 'url',
      expects: 'an ldap:// or ldaps:// URL of a host, such as ldap://directory.example.com',
      description: 'LDAP directory whose users can sign in with their LDAP names and passwords',
    }),
  ),
  ldapStartTls: Type.Enum(['on', 'off'], {
    expects: 'one of on, off',
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
    pattern: '^\\(.*\\{username\\}.*\\)$',
    default: '(uid={username})',
    value: 'filter',
    expects: 'an LDAP filter containing {username}, such as (|(uid={username})(mail={username}))',
    description: 'Search filter that finds a user by the name typed at sign-in',
  }),
  ldapEmailAttribute: Type.String({
    pattern: '^[A-Za-z][A-Za-z0-9-]*$',
    default: 'mail',
    value: 'attribute',
    expects: 'an attribute name',
    description: 'LDAP attribute with the email address, which identifies the account',
  }),
  ldapNameAttribute: Type.String({
    pattern: '^[A-Za-z][A-Za-z0-9-]*$',
    default: 'cn',
    value: 'attribute',
    expects: 'an attribute name',
    description: 'LDAP attribute with the full name, used for new accounts',
  }),
  ldapNewAccounts: Type.Enum(['on', 'off'], {
    expects: 'one of on, off',
    default: 'on',
    value: 'on|off',
    description: 'Whether LDAP users without an account get one when they first sign in',
  }),
};
