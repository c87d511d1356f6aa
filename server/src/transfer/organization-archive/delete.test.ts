import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { makeExport } from '../../../../tests/support/fixtures/archived.ts';
import { asStream } from '../../../../tests/support/fixtures/archives.ts';
import { Client } from '../../../../tests/support/client.ts';
import { makePreparedPlace, onBothEngines, type Engine } from '../../../../tests/support/engines.ts';
import { sendFiles, upload } from '../../../../tests/support/files.ts';
import { picture } from '../../../../tests/support/fixtures/pictures.ts';
import { putSecrets } from '../../../../tests/support/process/secrets.ts';
import { startAt } from '../../../../tests/support/server.ts';
import { undoAfter } from '../../../../tests/support/undo.ts';
import { makeWorld } from '../../../../tests/support/world.ts';
import { makeOrganization } from '../../features/organization/index.ts';
import { openDatabase } from '../../db/open.ts';
import { loadConfig } from '../../lib/config/config.ts';
import { verifyInstallation } from '../archive/verify.ts';
import { deleteOrganization } from './delete.ts';
import { importOrganization } from './import.ts';
import { belongs } from './scope.ts';
import { decisionFor, decisions } from './tables.ts';

const yes = () => Promise.resolve();

/** A stopped server with two organizations: one at the root, and one with messages and files that was imported. */
async function twoOrganizations(t: TestContext, engine: Engine) {
  const world = await makeWorld(t, engine, { alone: true });
  const { url } = await upload(world, 'dan', { content: 'a plan', name: 'plan.txt' });
  const image = [{ name: 'me.png', type: 'image/png', content: await picture(8, 8) }];
  assert.equal((await sendFiles(world, 'dan', image, '/users/me/avatar')).status, 200);
  const message = { type: 'channel', to: 'general', topic: 'x', content: `[plan](${url}) shuttle` };
  assert.equal((await world.as('dan').post('/messages', message)).status, 200);
  const place = await makePreparedPlace(engine);
  undoAfter(t, () => place.remove());
  putSecrets(place.dataDir);
  const { app, port, stop } = await startAt(place, {});
  const owner = {
    ownerEmail: 'rita@example.com',
    ownerName: 'Rita',
    ownerPassword: 'the canary sings at noon',
  };
  const made = await makeOrganization(app, { name: 'Residents', subdomain: '', ...owner }, 'warn');
  const rita = { id: made.user_id, email: made.email, apiKey: made.api_key };
  const said = { type: 'channel', to: 'general', topic: 'x', content: 'at home with a shuttle' };
  assert.equal((await new Client(`http://127.0.0.1:${port}`, rita).post('/messages', said)).status, 200);
  await stop();
  const { dataDir: data, databaseUrl } = place;
  const config = loadConfig({ data, ...(databaseUrl === undefined ? {} : { databaseUrl }) }, {});
  const { bytes } = await makeExport(world.app.config);
  const { organization } = await importOrganization(config, asStream(bytes), { subdomain: 'weavers' });
  return { place, config, rita, orgId: organization.id };
}

type TwoOrganizations = Awaited<ReturnType<typeof twoOrganizations>>;

async function withDatabase<T>(
  { config }: TwoOrganizations,
  use: (opened: Awaited<ReturnType<typeof openDatabase>>) => Promise<T>,
) {
  const opened = await openDatabase({ dataDir: config.data, databaseUrl: config.databaseUrl });
  try {
    return await use(opened);
  } finally {
    await opened.close();
  }
}

const deactivate = (place: TwoOrganizations) =>
  withDatabase(place, ({ writer }) =>
    writer.q.updateTable('organization').set({ is_deactivated: 1 }).where('id', '=', place.orgId).execute(),
  );

/** Rows of the organization, by table. */
const countRows = (place: TwoOrganizations): Promise<Record<string, number>> =>
  withDatabase(place, async ({ writer }) => {
    const counts: Record<string, number> = {};
    for (const name of Object.keys(decisions)) {
      const path = decisionFor(name)?.path ?? 'server';
      if (path === 'server') continue;
      const sql = `SELECT count(*) AS n FROM ${name} WHERE ${belongs(path, place.orgId)}`;
      const n = Number((await writer.connection.query(sql, []))[0]?.n);
      if (n > 0) counts[name] = n;
    }
    return counts;
  });

/** Keys of a file and of a picture in the file storage. */
const listFileKeys = (place: TwoOrganizations): Promise<string[]> =>
  withDatabase(place, async ({ writer: { q } }) => {
    const files = await q.selectFrom('attachment').select('path').where('org_id', '=', place.orgId).execute();
    const pictures = await q.selectFrom('picture').select('path').where('org_id', '=', place.orgId).execute();
    return [...files.map(({ path }) => path), ...pictures.map(({ path }) => `pictures/${path}/small.png`)];
  });

onBothEngines('Deleting an organization', (engine) => {
  test('All rows and files of a deactivated organization are deleted, and none of another', async (t) => {
    const two = await twoOrganizations(t, engine);
    await deactivate(two);
    const before = await countRows(two);
    assert.ok((before.message ?? 0) > 0 && (before.attachment_claim ?? 0) > 0 && (before.picture ?? 0) > 0);
    const paths = await listFileKeys(two);
    assert.equal(paths.length, 2);
    const deleted = await deleteOrganization(two.config, 'weavers', yes);
    assert.deepEqual([deleted.name, deleted.files], ['Weavers', 2]);
    assert.deepEqual(await countRows(two), {});
    const { app, port, stop } = await startAt(two.place, {});
    undoAfter(t, stop);
    await app.jobs.runDue(Date.now() + 60_000);
    const client = new Client(`http://127.0.0.1:${port}`, two.rita);
    const narrow = [{ operator: 'search', operand: 'shuttle' }];
    const { json } = await client.get('/messages', { anchor: 'newest', num_before: 9, num_after: 0, narrow });
    assert.equal(json.messages.length, 1, json.msg);
    const problems = (await verifyInstallation(two.config)).filter((check) => check.problems > 0);
    assert.deepEqual(problems, []);
    for (const path of paths) await assert.rejects(app.files.store.getSize(path), path);
  });

  test('An active or unknown organization is not deleted, nor one whose deletion is not confirmed', async (t) => {
    const two = await twoOrganizations(t, engine);
    const before = await countRows(two);
    await assert.rejects(deleteOrganization(two.config, 'weavers', yes), /is active. Deactivate it first/);
    await assert.rejects(deleteOrganization(two.config, 'nobody', yes), /no organization with the subdomain/);
    await deactivate(two);
    const no = () => Promise.reject(new Error('not meant'));
    await assert.rejects(deleteOrganization(two.config, 'weavers', no), /not meant/);
    assert.deepEqual(await countRows(two), before);
  });
});
