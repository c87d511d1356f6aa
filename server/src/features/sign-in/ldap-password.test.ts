import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { declareNotRun } from '../../../../tests/support/checks/not-run.ts';
import { onBothEngines, type Engine } from '../../../../tests/support/engines.ts';
import {
  base,
  changeDirectory,
  hasSlapd,
  noSlapd,
  reader,
  replaceValue,
  startSlapd,
  type Slapd,
} from '../../../../tests/support/services/slapd.ts';
import { makeWorld } from '../../../../tests/support/world.ts';

const password = 'a shuttle and a half';

function tests(engine: Engine): void {
  let slapd: Slapd;
  before(async () => {
    slapd = await startSlapd([{ uid: 'reset', cn: 'Reset', mail: 'reset@example.com', password }]);
  });
  after(() => slapd.stop());

  test('LDAP sign-in says that a password must be changed first, only if it is right', async (t) => {
    const config = {
      ldapUrl: slapd.url,
      ldapStartTls: 'off',
      ldapSearchBase: base,
      ldapBindDn: reader.dn,
      ldapBindPassword: reader.password,
    } as const;
    const world = await makeWorld(t, engine, { config });
    const signIn = (given: string) =>
      world.anonymous.post('/fetch_api_key', { username: 'reset', password: given });
    await changeDirectory(slapd, (client) => replaceValue(client, 'reset', 'pwdReset', 'TRUE'));
    const { status, json } = await signIn(password);
    assert.equal(status, 400, json.msg);
    assert.match(json.msg, /must be changed/);
    assert.equal((await signIn('guessed it')).json.code, 'AUTHENTICATION_FAILED');
  });
}

if (hasSlapd) onBothEngines('Passwords of an LDAP directory', tests);
else declareNotRun('Passwords of an LDAP directory', noSlapd);
