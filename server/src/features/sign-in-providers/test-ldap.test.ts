import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConfidentialityRequiredError, StrongAuthRequiredError } from 'ldapts';
import { loadConfig } from '../../lib/config/config.ts';
import { textsIn } from '../../lib/i18n/i18n.ts';
import { ldapOfConfig } from '../../lib/ldap/settings.ts';
import { describeLdapFailure } from './test-ldap.ts';

function describeFailure(error: Error, account?: { ldapBindDn: string; ldapBindPassword: string }): string {
  const given = { data: '/nowhere', ldapUrl: 'ldap://directory', ldapSearchBase: 'dc=example', ...account };
  const settings = ldapOfConfig(loadConfig(given, {}));
  assert.ok(settings);
  return describeLdapFailure(textsIn.en, error, settings);
}

test('A directory that takes no password unencrypted is not taken for one that wants an account for searches', () => {
  const account = { ldapBindDn: 'cn=reader', ldapBindPassword: 'x' };
  // Samba 4.17.12 as Active Directory: “BindSimple: Transport encryption required.”
  assert.match(describeFailure(new StrongAuthRequiredError(''), account), /without encryption.*StartTLS/);
  // OpenLDAP with “security simple_bind=128”.
  assert.match(
    describeFailure(new ConfidentialityRequiredError(''), account),
    /without encryption.*StartTLS/,
  );
  assert.match(describeFailure(new StrongAuthRequiredError('')), /requires an account/);
});
