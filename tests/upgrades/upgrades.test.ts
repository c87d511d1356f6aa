/** What earlier versions have stored, upgraded to this one. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { verifyInstallation } from '../../server/src/transfer/archive/verify.ts';
import { migrations } from '../../server/src/db/migrations/index.ts';
import { copyName } from '../../server/src/db/sqlite/embedded.ts';
import type { Config } from '../../server/src/lib/config/config.ts';
import { emptyPlace, restoreInto, serveRestored } from '../support/fixtures/archives.ts';
import { basicAuthorization, type Account, type Client } from '../support/client.ts';
import { onBothEngines, onEngine } from '../support/engines.ts';
import { keptVersions, readKept, type KeptFacts } from './kept.ts';

async function assertUpgraded(facts: KeptFacts, config: Config, as: (who: Account) => Client): Promise<void> {
  const dan = as(facts.people.dan);
  const query = { anchor: 'newest', num_before: 100, num_after: 0 };
  const { json } = await dan.get('/messages', query);
  const messages = (json.messages as KeptFacts['messages']).map(({ id, content }) => ({ id, content }));
  assert.deepEqual(messages, facts.messages);
  const narrow = [{ operator: 'search', operand: 'shuttle' }];
  assert.equal((await dan.get('/messages', { ...query, narrow })).json.messages.length, 1);
  const { json: registered } = await as(facts.people.ada).post('/register', {});
  assert.ok(registered.realm_users.length > 3);
  const authorization = basicAuthorization(facts.people.dan);
  const file = await fetch(dan.url + facts.file, { headers: { authorization } });
  assert.equal(await file.text(), 'warp and weft');
  const sent = { type: 'channel', to: 'general', topic: 'lunch', content: 'after the upgrade' };
  assert.equal((await dan.post('/messages', sent)).status, 200);
  const problems = (await verifyInstallation(config)).filter((check) => check.problems > 0);
  assert.deepEqual(problems, []);
}

for (const version of keptVersions) {
  const { facts, archive, data } = readKept(version);

  onEngine('sqlite', `Upgrading from ${version}`, () => {
    test(`A data folder of ${version} is upgraded with its messages, files, API keys and searches, and copied before`, async (t) => {
      const place = await emptyPlace(t, 'sqlite');
      execFileSync('tar', ['-xzf', data, '-C', place.dataDir]);
      const as = await serveRestored(t, place);
      assert.equal(existsSync(join(place.dataDir, copyName)), facts.migrations < migrations.length);
      await assertUpgraded(facts, place.config, as);
    });
  });

  onBothEngines(`Restoring from ${version}`, (engine) => {
    test(`An archive of ${version} is restored with the schema of its time and upgraded`, async (t) => {
      const place = await restoreInto(t, engine, archive);
      await assertUpgraded(facts, place.config, await serveRestored(t, place));
    });
  });
}

test('At least one version is kept, each under its own name', () => {
  assert.ok(keptVersions.length > 0);
  for (const version of keptVersions) assert.equal(readKept(version).facts.version, version);
});
