/** The law of the audit log: every endpoint for administrators or owners that changes something leaves an entry. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AuditEntry } from '../../wire/audit-log.ts';
import { routes } from '../../server/src/app/features.ts';
import { setGrant } from '../../server/src/core/users/grants.ts';
import { createBot } from '../support/bots.ts';
import type { Reply } from '../support/client.ts';
import { onBothEngines } from '../support/engines.ts';
import { sendFiles } from '../support/files.ts';
import { picture } from '../support/pictures.ts';
import { say } from '../support/talk.ts';
import { makeWorld, type World } from '../support/world.ts';

type Step = readonly [
  operationId: string,
  act: (world: World, ids: Record<string, number>) => Promise<Reply>,
];

/** Remembers an ID of the response for later steps. */
async function keep(ids: Record<string, number>, name: string, field: string, act: Promise<Reply>) {
  const reply = await act;
  ids[name] = Number(reply.json[field]);
  return reply;
}

const image = async () => [{ name: 'loom.png', type: 'image/png', content: await picture(30, 30) }];
const newUser = { email: 'hal@example.com', password: 'warp-and-weft-17', full_name: 'Hal Novak' };
const pattern = { pattern: '#(?P<id>[0-9]+)', url_template: 'https://example.com/{id}' };
const playground = { name: 'Play', pygments_language: 'Python', url_template: 'https://example.com/{code}' };
const groups = '/default_stream_groups';

/** In order: later steps use what earlier ones made. */
const steps: readonly Step[] = [
  ['update-realm', (w) => w.as('ada').patch('/realm', { name: 'Spinners' })],
  [
    'update-realm-user-settings-defaults',
    (w) => w.as('ada').patch('/realm/user_settings_defaults', { twenty_four_hour_time: true }),
  ],
  ['upload-realm-icon', async (w) => sendFiles(w, 'ada', await image(), '/realm/icon')],
  ['delete-realm-icon', (w) => w.as('ada').delete('/realm/icon')],
  ['upload-realm-logo', async (w) => sendFiles(w, 'ada', await image(), '/realm/logo?night=false')],
  ['delete-realm-logo', (w) => w.as('ada').delete('/realm/logo', { night: false })],
  [
    'add-realm-domain',
    (w) => w.as('ada').post('/realm/domains', { domain: 'acme.example', allow_subdomains: false }),
  ],
  ['patch-realm-domain', (w) => w.as('ada').patch('/realm/domains/acme.example', { allow_subdomains: true })],
  ['delete-realm-domain', (w) => w.as('ada').delete('/realm/domains/acme.example')],
  ['create-user', (w, ids) => keep(ids, 'user', 'user_id', w.as('ada').post('/users', newUser))],
  ['update-user', (w, ids) => w.as('ada').patch(`/users/${ids.user}`, { full_name: 'Hal N. Novak' })],
  ['deactivate-user', (w, ids) => w.as('ada').delete(`/users/${ids.user}`)],
  ['reactivate-user', (w, ids) => w.as('ada').post(`/users/${ids.user}/reactivate`)],
  ['create-bot', (w, ids) => keep(ids, 'bot', 'user_id', createBot(w.as('ada')))],
  ['update-bot', (w, ids) => w.as('ada').patch(`/bots/${ids.bot}`, { full_name: 'Shuttle 2' })],
  ['regenerate-bot-api-key', (w, ids) => w.as('ada').post(`/bots/${ids.bot}/api_key/regenerate`)],
  ['deactivate-bot', (w, ids) => w.as('ada').delete(`/bots/${ids.bot}`)],
  [
    'create-channel-folder',
    (w, ids) =>
      keep(ids, 'folder', 'channel_folder_id', w.as('ada').post('/channel_folders/create', { name: 'Work' })),
  ],
  [
    'update-channel-folder',
    (w, ids) => w.as('ada').patch(`/channel_folders/${ids.folder}`, { name: 'Play' }),
  ],
  [
    'patch-channel-folders',
    async (w, ids) => {
      const { json } = await w.as('ada').post('/channel_folders/create', { name: 'Other' });
      return w.as('ada').patch('/channel_folders', { order: [json.channel_folder_id, ids.folder] });
    },
  ],
  ['add-default-stream', (w) => w.as('ada').post('/default_streams', { stream_id: w.channels.lounge })],
  ['remove-default-stream', (w) => w.as('ada').delete('/default_streams', { stream_id: w.channels.lounge })],
  [
    'create-default-stream-group',
    (w) =>
      w
        .as('ada')
        .post(`${groups}/create`, { group_name: 'makers', description: 'All', stream_names: ['lounge'] }),
  ],
  [
    'update-default-stream-group',
    async (w, ids) => {
      const { json } = await w.as('ada').post('/register', {
        event_types: ['default_stream_groups'],
        fetch_event_types: ['default_stream_groups'],
      });
      ids.defaults = (json.realm_default_stream_groups as { id: number }[])[0]?.id ?? 0;
      return w.as('ada').patch(`${groups}/${ids.defaults}`, { new_description: 'Some' });
    },
  ],
  [
    'update-default-stream-group-streams',
    (w, ids) =>
      w.as('ada').patch(`${groups}/${ids.defaults}/streams`, { op: 'remove', stream_names: ['lounge'] }),
  ],
  ['remove-default-stream-group', (w, ids) => w.as('ada').delete(`${groups}/${ids.defaults}`)],
  ['add-linkifier', (w, ids) => keep(ids, 'linkifier', 'id', w.as('ada').post('/realm/filters', pattern))],
  [
    'update-linkifier',
    (w, ids) =>
      w
        .as('ada')
        .patch(`/realm/filters/${ids.linkifier}`, { ...pattern, url_template: 'https://example.org/{id}' }),
  ],
  [
    'reorder-linkifiers',
    async (w, ids) => {
      const { json } = await w.as('ada').post('/realm/filters', { ...pattern, pattern: '!(?P<id>[0-9]+)' });
      return w.as('ada').patch('/realm/linkifiers', { ordered_linkifier_ids: [json.id, ids.linkifier] });
    },
  ],
  ['remove-linkifier', (w, ids) => w.as('ada').delete(`/realm/filters/${ids.linkifier}`)],
  [
    'add-code-playground',
    (w, ids) => keep(ids, 'playground', 'id', w.as('ada').post('/realm/playgrounds', playground)),
  ],
  ['remove-code-playground', (w, ids) => w.as('ada').delete(`/realm/playgrounds/${ids.playground}`)],
  [
    'create-custom-profile-field',
    (w, ids) =>
      keep(ids, 'field', 'id', w.as('ada').post('/realm/profile_fields', { field_type: 1, name: 'Loom' })),
  ],
  [
    'update-custom-profile-field',
    (w, ids) => w.as('ada').patch(`/realm/profile_fields/${ids.field}`, { name: 'Wheel' }),
  ],
  [
    'reorder-custom-profile-fields',
    async (w, ids) => {
      const { json } = await w.as('ada').post('/realm/profile_fields', { field_type: 1, name: 'Yarn' });
      return w.as('ada').patch('/realm/profile_fields', { order: [json.id, ids.field] });
    },
  ],
  ['delete-custom-profile-field', (w, ids) => w.as('ada').delete(`/realm/profile_fields/${ids.field}`)],
  ['upload-custom-emoji', async (w) => sendFiles(w, 'ada', await image(), '/realm/emoji/loom')],
  ['deactivate-custom-emoji', (w) => w.as('ada').delete('/realm/emoji/loom')],
  [
    'create-user-group',
    (w, ids) =>
      keep(
        ids,
        'group',
        'group_id',
        w.as('ada').post('/user_groups/create', { name: 'makers', description: '', members: [] }),
      ),
  ],
  [
    'update-user-group',
    (w, ids) => w.as('ada').patch(`/user_groups/${ids.group}`, { description: 'Who make' }),
  ],
  [
    'update-user-group-members',
    (w, ids) => w.as('ada').post(`/user_groups/${ids.group}/members`, { add: [w.people.dan.id] }),
  ],
  ['deactivate-user-group', (w, ids) => w.as('ada').post(`/user_groups/${ids.group}/deactivate`)],
  [
    'send-invites',
    (w) => w.as('ada').post('/invites', { invitee_emails: 'ivy@example.com', stream_ids: [] }),
  ],
  ['create-invite-link', (w) => w.as('ada').post('/invites/multiuse', { stream_ids: [] })],
  ['update-stream', (w) => w.as('ada').patch(`/streams/${w.channels.lounge}`, { description: 'Tea' })],
  ['archive-stream', (w) => w.as('ada').delete(`/streams/${w.channels.lounge}`)],
  [
    'delete-message',
    async (w) => w.as('ada').delete(`/messages/${await say(w, 'dan', 'general', 'lunch', 'hi')}`),
  ],
  [
    'delete-topic',
    async (w) => {
      await say(w, 'dan', 'general', 'lunch', 'hi');
      return w.as('ada').post(`/streams/${w.channels.general}/delete_topic`, { topic_name: 'lunch' });
    },
  ],
];

const isForAdministrators = ({ policy }: (typeof routes)[number]): boolean =>
  policy === 'administrators' || policy === 'owners';

async function latest(world: World): Promise<AuditEntry | undefined> {
  const { json } = await world.as('ada').get('/realm/audit_log', { limit: 1 });
  return (json.entries as AuditEntry[])[0];
}

onBothEngines('The law of the audit log', (engine) => {
  test('Every endpoint for administrators that changes something leaves an entry in the audit log', async (t) => {
    const covered = new Set(steps.map(([operationId]) => operationId));
    const changing = routes.filter((one) => one.method !== 'GET' && isForAdministrators(one));
    const missing = changing.map(({ operationId }) => operationId).filter((id) => !covered.has(id));
    assert.deepEqual(missing, [], 'add a step for each new endpoint');
    const world = await makeWorld(t, engine);
    const { ada } = world.people;
    await world.app.db.write(world.orgId, 'system', (tx) => setGrant(tx, ada.id, 'can_create_users', true));
    const ids: Record<string, number> = {};
    for (const [operationId, act] of steps) {
      const before = (await latest(world))?.id ?? 0;
      const { status, json } = await act(world, ids);
      assert.equal(status, 200, `${operationId}: ${json.msg}`);
      const entry = await latest(world);
      assert.ok(entry && entry.id > before, `${operationId} left no entry`);
      assert.equal(entry.operation, operationId);
      assert.deepEqual([entry.actor?.user_id, entry.source], [ada.id, 'api']);
    }
  });
});
