import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { declareNotRun } from '../../../../tests/support/checks/not-run.ts';
import { onBothEngines, type Engine } from '../../../../tests/support/engines.ts';
import { keepLog } from '../../../../tests/support/log.ts';
import {
  base,
  hasSlapd,
  noSlapd,
  reader,
  startSlapd,
  type Slapd,
} from '../../../../tests/support/services/slapd.ts';
import { makeWorld } from '../../../../tests/support/world.ts';
import { hashPassword } from '../../lib/passwords.ts';
import { runAdmin } from './admin.ts';

const password = 'a shuttle and a half';
const passwordHash = await hashPassword('a loom and a half');

function tests(engine: Engine): void {
  let slapd: Slapd;
  before(async () => {
    slapd = await startSlapd([{ uid: 'dan', cn: 'Dan', mail: 'dan@example.com', password }]);
  });
  after(() => slapd.stop());

  test('An account with another way to sign in is linked with an entry by the operator alone, until unlinked', async (t) => {
    const { log, saying } = keepLog();
    const config = {
      ldapUrl: slapd.url,
      ldapStartTls: 'off',
      ldapSearchBase: base,
      ldapBindDn: reader.dn,
      ldapBindPassword: reader.password,
    } as const;
    const world = await makeWorld(t, engine, { config, log, passwordHash });
    const { ada, dan } = world.people;
    const signIn = () => world.anonymous.post('/fetch_api_key', { username: 'dan', password });
    const link = (email: string, username?: string) =>
      runAdmin(world.app, 'ldap-link', { email, ...(username !== undefined && { username }) });

    const refused = await signIn();
    assert.deepEqual([refused.status, refused.json.code], [400, 'BAD_REQUEST']);
    assert.match(refused.json.msg, /not linked with your entry/);
    assert.equal(saying(/has another way to sign in: see heddle ldap link/).length, 1);
    await assert.rejects(link('ada@example.com', 'nobody'), /finds no entry/);
    await link('dan@example.com', 'dan');
    assert.equal((await signIn()).json.user_id, dan.id);
    await link('ada@example.com', 'dan');
    assert.equal((await signIn()).json.user_id, ada.id, 'an entry signs in to one account');
    const [entry] = (await world.as('ada').get('/realm/audit_log', { limit: 1, action: 'user.update' })).json
      .entries;
    assert.deepEqual([entry.target.id, entry.after], [ada.id, { ldap_entry: `uid=dan,ou=people,${base}` }]);
    assert.deepEqual(await link('ada@example.com'), { unlinked: true });
    assert.deepEqual(await link('ada@example.com'), { unlinked: false });
    assert.equal((await signIn()).status, 400);
  });
}

if (hasSlapd) onBothEngines('Links of accounts with a directory', tests);
else declareNotRun('Links of accounts with a directory', noSlapd);
