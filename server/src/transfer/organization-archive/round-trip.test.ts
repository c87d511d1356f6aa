import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test, type TestContext } from 'node:test';
import { stories } from '../../../../tests/laws/stories/index.ts';
import { makeExport, readArchive } from '../../../../tests/support/fixtures/archived.ts';
import { asStream, emptyPlace } from '../../../../tests/support/fixtures/archives.ts';
import { Client, type Account, type JsonValue } from '../../../../tests/support/client.ts';
import { onEngine, type Engine } from '../../../../tests/support/engines.ts';
import { upload } from '../../../../tests/support/files.ts';
import { picture } from '../../../../tests/support/fixtures/pictures.ts';
import { assertSameButIds } from '../../../../tests/support/checks/same-but-ids.ts';
import { putSecrets } from '../../../../tests/support/process/secrets.ts';
import { startAt, testSecrets } from '../../../../tests/support/server.ts';
import { undoAfter } from '../../../../tests/support/undo.ts';
import { makeWorld, names, type World } from '../../../../tests/support/world.ts';
import { makeOrganization } from '../../features/organization/index.ts';
import { setSequence } from '../../db/archive/catalog.ts';
import { openDatabase } from '../../db/open.ts';
import type { Config } from '../../lib/config/config.ts';
import { openApiKey } from '../../lib/secrets.ts';
import type { App } from '../../app/open-app.ts';
import { verifyInstallation } from '../archive/verify.ts';
import { importOrganization } from './import.ts';
import { isKept } from './decision.ts';
import { decisions } from './tables.ts';

const directions: readonly (readonly [Engine, Engine])[] = [
  ['sqlite', 'postgres'],
  ['postgres', 'sqlite'],
];

/** Those after which the others still find whom and what they are about. */
const lived = [
  'flags',
  'groups',
  'bots',
  'profile fields',
  'own emoji',
  'messages',
  'reactions',
  'submessages',
  'edits',
  'stars',
  'folders',
  'linkifiers',
  'things for later',
  'presence',
  'personal settings',
  'personal settings of channels',
  'personal topics',
  'alert words',
];

async function call(
  client: Client,
  method: 'post' | 'patch',
  path: string,
  params: object,
): Promise<JsonValue> {
  const { status, json } = await client[method](path, params as Record<string, unknown>);
  assert.equal(status, 200, `${path}: ${json.msg}`);
  return json;
}

/** What the stories leave out: references of every kind in texts. */
async function refer(world: World): Promise<void> {
  const { ada, ben, dan, eve, gus } = world.people;
  const channelId = world.channels.lounge;
  const [asAda, asEve] = [world.as('ada'), world.as('eve')];
  const send = (content: string) =>
    call(asEve, 'post', '/messages', { type: 'channel', to: 'lounge', topic: 'links', content });
  const { id } = await send('the first');
  const image = { content: await picture(64, 48), name: 'loom.png', type: 'image/png' };
  const { url } = await upload(world, 'eve', image);
  await world.app.jobs.runDue();
  await send(`[loom](${url}) @**Ada Achterberg|${ada.id}** #**lounge>links@${id}** #**lounge** :loom:`);
  await send(
    `[near](#narrow/channel/${channelId}-lounge/topic/links/near/${id}) https://other.example/#narrow/channel/1-x`,
  );
  await send('/poll Lunch?\nSoup');
  await call(world.as('ben'), 'post', '/messages', {
    type: 'direct',
    to: [dan.id, eve.id],
    content: 'only for two',
  });
  await call(asEve, 'post', '/users/me/muted_users/' + String(gus.id), {});
  await call(asEve, 'post', '/navigation_views', {
    fragment: `narrow/channel/${channelId}-lounge/sender/${ada.id}`,
    is_pinned: true,
    name: 'Lounge',
  });
  await call(asAda, 'post', '/default_stream_groups/create', {
    group_name: 'Start',
    description: 'x',
    stream_names: ['lounge'],
  });
  await call(asAda, 'post', '/realm/domains', { domain: 'example.com', allow_subdomains: false });
  await call(asAda, 'post', '/realm/playgrounds', {
    name: 'Play',
    pygments_language: 'Python',
    url_template: 'https://play.example/{code}',
  });
  await call(asAda, 'patch', '/realm', {
    can_create_bots_group: { new: { direct_members: [ben.id, ada.id], direct_subgroups: [] } },
    new_stream_announcements_stream_id: channelId,
  });
}

/** Differs by the hour, the server or the sign-in, and not by the organization. */
const skip = new Set([
  'queue_id',
  'last_event_id',
  'realm_uuid',
  'realm_url',
  'realm_uri',
  'realm_host',
  'realm_bot_domain',
  'realm_email_auth_enabled',
  'server_timestamp',
  'event_queue_longpoll_timeout_seconds',
  'api_key',
  'token',
  'realm_invites',
  'zulip_merge_base',
  'max_message_id',
  'presence_last_update_id',
  'recipient_id',
  'sender_realm_str',
  'devices',
  'push_devices',
]);

async function listen(client: Client, account: Account): Promise<JsonValue> {
  const { json: register } = await client.post('/register', { apply_markdown: true, slim_presence: true });
  assert.equal(register.result, 'success', account.email);
  const query = { anchor: 'newest', num_before: 200, num_after: 0 };
  const rendered = (await client.get('/messages', query)).json.messages;
  const raw = (await client.get('/messages', { ...query, apply_markdown: false })).json.messages;
  const { json: uploads } = await client.get('/attachments');
  const files: string[] = [];
  for (const { path_id: path } of uploads.attachments as { path_id: string }[]) {
    const { json } = await client.get(`/user_uploads/${path}`);
    const response = await fetch(`${client.url}${String(json.url)}`);
    files.push(
      createHash('sha256')
        .update(new Uint8Array(await response.arrayBuffer()))
        .digest('hex'),
    );
  }
  const said = { register, rendered, raw, files };
  return JSON.parse(JSON.stringify(said).replaceAll(client.url, 'http://server'));
}

/** Keys are new after an import; here they are read from the database. */
async function loadAccounts({ db }: App, orgId: number): Promise<Map<string, Account>> {
  const rows = await db.read.q.selectFrom('person').selectAll().where('org_id', '=', orgId).execute();
  return new Map(
    rows.map(({ id, delivery_email: email, email: shown, full_name, api_key_box: box }) => [
      full_name,
      { id, email: email || shown, apiKey: openApiKey(testSecrets, box) },
    ]),
  );
}

/** A server with an organization of its own, which is stopped. */
async function inhabited(t: TestContext, engine: Engine) {
  const place = await emptyPlace(t, engine);
  putSecrets(place.config.data);
  const { app, port, stop } = await startAt(place, {});
  let settled: Awaited<ReturnType<typeof settle>>;
  try {
    settled = await settle(app, port);
  } finally {
    await stop();
  }
  await assignMany(place.config);
  return { place, ...settled };
}

/** The organization that is there already, and what its owner sees. */
async function settle(app: App, port: number) {
  const owner = {
    ownerEmail: 'rita@example.com',
    ownerName: 'Rita',
    ownerPassword: 'the canary sings at noon',
  };
  const made = await makeOrganization(app, { name: 'Residents', subdomain: '', ...owner }, 'warn');
  const rita = { id: made.user_id, email: made.email, apiKey: made.api_key };
  const client = new Client(`http://127.0.0.1:${port}`, rita);
  await call(client, 'post', '/messages', { type: 'channel', to: 'general', topic: 'x', content: 'at home' });
  return { rita, before: await listen(client, rita) };
}

/** As if much had been deleted: no table's next ID is that of another, or of the archive. */
async function assignMany({ data: dataDir, databaseUrl }: Config): Promise<void> {
  const { writer, close } = await openDatabase({ dataDir, databaseUrl });
  const tables = Object.entries(decisions).filter(
    ([name, decision]) => name !== 'organization' && isKept(decision) && 'id' in decision.columns,
  );
  for (const [i, [name]] of tables.entries())
    for (const statement of setSequence(writer.dialect, name, 70_001 + 1000 * i))
      await writer.connection.query(statement, []);
  await close();
}

onEngine('postgres', 'A round trip of an organization', () => {
  for (const [from, to] of directions)
    test(`What people see of an organization is the same after it moved from ${from} to ${to} beside another`, async (t) => {
      const world = await makeWorld(t, from, { alone: true });
      for (const name of lived)
        for (const { prepare, act } of stories[name] ?? []) {
          await prepare?.(world);
          await act(world);
        }
      await refer(world);
      const { bytes } = await makeExport(world.app.config);
      const archived = await readArchive(bytes);
      const { place, rita, before } = await inhabited(t, to);
      const { organization } = await importOrganization(place.config, asStream(bytes), {
        subdomain: 'weavers',
      });
      const problems = (await verifyInstallation(place.config)).filter((check) => check.problems > 0);
      assert.deepEqual(problems, []);
      const { app, port, stop } = await startAt(place, {});
      undoAfter(t, stop);
      const [old, now] = [
        await loadAccounts(world.app, world.orgId),
        await loadAccounts(app, organization.id),
      ];
      assert.deepEqual([...now.keys()].toSorted(), [...old.keys()].toSorted());
      const moved = await readArchive((await makeExport(place.config, { subdomain: 'weavers' })).bytes);
      const offsets = offsetsBetween(archived, moved);
      for (const name of names) {
        const account = [...old.values()].find(({ id }) => id === world.people[name].id);
        const fullName = [...old].find(([, one]) => one === account)?.[0] ?? '';
        const expected = await listen(new Client(world.url, account), world.people[name]);
        const after = now.get(fullName);
        assert.ok(after, fullName);
        const actual = await listen(new Client(`http://weavers.localhost:${port}`, after), after);
        assertSameButIds(actual, expected, { offsets, skip }, [name]);
      }
      const rest = await listen(new Client(`http://127.0.0.1:${port}`, rita), rita);
      assertSameButIds(rest, before, { offsets: new Set(), skip }, ['rita']);
    });
});

type Archived = Awaited<ReturnType<typeof readArchive>>;

/** By how much IDs of each table became greater: the same for all rows of it. */
function offsetsBetween(before: Archived, after: Archived): Set<number> {
  const offsets = new Set<number>();
  for (const [table, decision] of Object.entries(decisions)) {
    if (!isKept(decision)) continue;
    const [old, now] = [before.rows(table), after.rows(table)];
    // The import itself is in the audit log, after what came with the archive.
    const isAudit = table === 'audit_entry';
    assert.equal(now.length, old.length + (isAudit ? 1 : 0), table);
    if (isAudit) assert.equal(now.at(-1)?.action, 'organization.import');
    for (const [i, { id }] of old.entries()) if (typeof id === 'number') offsets.add(Number(now[i]?.id) - id);
  }
  return offsets;
}
