import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { makeExport, readArchive, type Archived } from '../../../../tests/support/fixtures/archived.ts';
import { asStream, emptyPlace } from '../../../../tests/support/fixtures/archives.ts';
import { Client } from '../../../../tests/support/client.ts';
import { onBothEngines, type Engine } from '../../../../tests/support/engines.ts';
import { upload } from '../../../../tests/support/files.ts';
import { makeWorld, type Name, type World } from '../../../../tests/support/world.ts';
import { makeOrganization } from '../../features/organization/index.ts';
import { restore, verifyArchive } from '../archive/restore.ts';

/** Each text is written by someone for some people only. */
const canaries = {
  public: 'canary in general',
  shared: 'canary in design',
  protectedBefore: 'canary in vault before Eve',
  protectedAfter: 'canary in vault with Eve',
  direct: 'canary from Ben to Cleo',
  directOfDan: 'canary from Ben to Dan',
  draft: 'canary in a draft of Ben',
  draftOfDan: 'canary in a draft of Dan',
  file: 'canary in a private file',
  neighbour: 'canary of the neighbours',
} as const;
type Canary = keyof typeof canaries;

async function send(world: World, who: Name, to: string, content: string): Promise<number> {
  const { json } = await world
    .as(who)
    .post('/messages', { type: 'channel', to, topic: `about ${to}`, content });
  assert.equal(json.result, 'success', json.msg);
  return json.id as number;
}

async function whisper(world: World, from: Name, to: Name, content: string): Promise<void> {
  const direct = { type: 'direct', to: [world.people[to].id], content };
  assert.equal((await world.as(from).post('/messages', direct)).json.result, 'success');
}

const draft = (world: World, who: Name, content: string) =>
  world.as(who).post('/drafts', { drafts: [{ type: '', to: [], topic: '', content }] });

async function addNeighbours({ app, url }: World): Promise<void> {
  const made = await makeOrganization(
    app,
    {
      name: 'Neighbours canary',
      subdomain: 'neighbours',
      ownerEmail: 'canary@neighbours.example',
      ownerName: 'Nora canary',
      ownerPassword: 'the canary sings at noon',
    },
    'warn',
  );
  const nora = { id: made.user_id, email: made.email, apiKey: made.api_key };
  const client = new Client(url.replace('127.0.0.1', 'neighbours.localhost'), nora);
  const message = { type: 'channel', to: 'general', topic: 'x', content: canaries.neighbour };
  assert.equal((await client.post('/messages', message)).json.result, 'success');
}

/** Dan consents; Eve comes to #vault late; everyone writes somewhere. */
async function live(t: TestContext, engine: Engine): Promise<World> {
  const world = await makeWorld(t, engine, { alone: true, passwordHash: 'canary hash of a password' });
  await send(world, 'dan', 'general', canaries.public);
  await send(world, 'cleo', 'design', canaries.shared);
  await send(world, 'ada', 'vault', canaries.protectedBefore);
  const joined = { subscriptions: [{ name: 'vault' }], principals: [world.people.eve.id] };
  assert.equal((await world.as('ada').post('/users/me/subscriptions', joined)).json.result, 'success');
  await send(world, 'ada', 'vault', canaries.protectedAfter);
  await whisper(world, 'ben', 'cleo', canaries.direct);
  await whisper(world, 'ben', 'dan', canaries.directOfDan);
  await draft(world, 'ben', canaries.draft);
  await draft(world, 'dan', canaries.draftOfDan);
  const { url } = await upload(world, 'cleo', { content: canaries.file, name: 'plan.txt' });
  await send(world, 'cleo', 'design', `[plan](${url})`);
  await world.as('eve').patch('/settings', { email_address_visibility: 5 });
  await addNeighbours(world);
  return world;
}

const consent = (world: World, who: Name) =>
  world.as(who).patch('/settings', { allow_private_data_export: true });

/** The text is too long for a message. */
const lacks = ({ text }: Archived, pattern: RegExp): void => assert.equal(pattern.exec(text)?.[0], undefined);

const found = ({ text }: Archived): Canary[] =>
  (Object.keys(canaries) as Canary[]).filter((name) => text.includes(canaries[name]));

const own = Object.keys(canaries).filter((name) => name !== 'neighbour') as Canary[];

onBothEngines('An archive of one organization', (engine) => {
  test('A full archive has everything of the organization and nothing of another', async (t) => {
    const world = await live(t, engine);
    const { bytes, summary } = await makeExport(world.app.config, { subdomain: '' });
    const archived = await readArchive(bytes);
    assert.deepEqual(found(archived), own);
    lacks(archived, /neighbours|Nora/i);
    assert.deepEqual([summary.organization.name, summary.organization.id], ['Weavers', world.orgId]);
    assert.deepEqual(archived.rows('organization').length, 1);
    assert.equal(archived.rows('message').length, archived.header.rows.message);
    assert.equal((await verifyArchive(asStream(bytes))).header.organization?.type, 'full');
  });

  test('No archive has API keys, sessions, event queues or invitations', async (t) => {
    const world = await live(t, engine);
    await world.as('dan').post('/register', {});
    const invited = await world.as('ada').post('/invites', {
      invitee_emails: 'fay@example.com',
      stream_ids: [],
      invite_as: 400,
    });
    assert.equal(invited.json.result, 'success');
    const archived = await readArchive((await makeExport(world.app.config, { subdomain: '' })).bytes);
    const people = await world.app.db.read.q.selectFrom('person').selectAll().execute();
    for (const { api_key_hash, api_key_box } of people)
      for (const secret of [api_key_hash, api_key_box]) assert.ok(!archived.text.includes(secret));
    for (const table of ['session', 'event_queue', 'event_log', 'invitation', 'job', 'push_token'])
      assert.ok(!archived.tables.includes(table), table);
    for (const row of archived.rows('person'))
      assert.deepEqual([row.api_key_hash, row.api_key_box], [`none ${String(row.id)}`, '']);
  });

  test('An archive of public channels has nothing that people keep to themselves', async (t) => {
    const world = await live(t, engine);
    await consent(world, 'dan');
    const { bytes } = await makeExport(world.app.config, { subdomain: '', type: 'public' });
    const archived = await readArchive(bytes);
    assert.deepEqual(found(archived), ['public']);
    lacks(archived, /hash of a password|neighbours/);
    assert.deepEqual(
      archived
        .rows('channel')
        .map(({ name }) => name)
        .toSorted(),
      ['general', 'lounge'],
    );
    assert.deepEqual([archived.rows('direct').length, archived.files.size], [0, 0]);
    const eve = archived.rows('person').find(({ full_name: name }) => name === 'Eve Lindqvist');
    assert.equal(eve?.delivery_email, `user${world.people.eve.id}@hidden.invalid`);
    for (const { settings } of archived.rows('person')) assert.equal(settings, '{}');
    const members = new Set(archived.rows('membership').map((row) => row.channel_id));
    assert.deepEqual([...members].toSorted(), [world.channels.general, world.channels.lounge].toSorted());
  });

  test('With consent, an archive has what the person sees, and no more', async (t) => {
    const world = await live(t, engine);
    await consent(world, 'eve');
    const limited = { subdomain: '', type: 'consented' } as const;
    const ofEve = await readArchive((await makeExport(world.app.config, limited)).bytes);
    assert.deepEqual(found(ofEve), ['public', 'protectedAfter']);
    const eve = ofEve.rows('person').find(({ full_name: name }) => name === 'Eve Lindqvist');
    assert.equal(eve?.delivery_email, world.people.eve.email);
    await consent(world, 'dan');
    const ofBoth = await readArchive((await makeExport(world.app.config, limited)).bytes);
    assert.deepEqual(found(ofBoth), [
      'public',
      'shared',
      'protectedBefore',
      'protectedAfter',
      'directOfDan',
      'draftOfDan',
      'file',
    ]);
    lacks(ofBoth, /hash of a password|neighbours/);
  });

  test('What a message was in a private channel does not leave with it when it was moved', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const id = await send(world, 'cleo', 'design', 'canary of before');
    const { cleo, ada } = world.people;
    assert.equal((await world.as(cleo).patch(`/messages/${id}`, { content: 'now harmless' })).status, 200);
    const moved = { stream_id: world.channels.general, topic: 'open', propagate_mode: 'change_one' };
    const { json } = await world.as(ada).patch(`/messages/${id}`, moved);
    assert.equal(json.result, 'success', json.msg);
    const edited = { content: 'harmless again' };
    assert.equal((await world.as(cleo).patch(`/messages/${id}`, edited)).status, 200);
    const archived = await readArchive((await makeExport(world.app.config, { type: 'public' })).bytes);
    assert.ok(archived.text.includes('harmless again'));
    lacks(archived, /canary of before|about design/);
  });

  test('An archive can leave files out, needs a known organization, and does not restore as a whole server', async (t) => {
    const world = await live(t, engine);
    const { config } = world.app;
    const { bytes, summary } = await makeExport(config, { subdomain: '', hasFiles: false });
    assert.deepEqual([summary.files, summary.missing_files], [0, []]);
    await assert.rejects(makeExport(config, {}), /several organizations.*neighbours/);
    await assert.rejects(
      makeExport(config, { subdomain: 'nobody' }),
      /no organization with the subdomain "nobody"/,
    );
    const place = await emptyPlace(t, engine);
    await assert.rejects(restore(place.config, asStream(bytes)), /one organization, Weavers.*heddle import/);
  });
});
