/** An act for each endpoint that administers an organization. */
import { createBot } from '../support/fixtures/bots.ts';
import { groupId } from '../support/change.ts';
import { encode, type Reply } from '../support/client.ts';
import { finishExports } from '../support/fixtures/exports.ts';
import { getBrowser } from '../support/clients/browser.ts';
import { slackZip } from '../support/fixtures/slack.ts';
import { finishImports, haltedEngine, uploadArchive } from '../support/fixtures/web-imports.ts';
import { sendFiles } from '../support/files.ts';
import { picture } from '../support/fixtures/pictures.ts';
import { say } from '../support/talk.ts';
import { storeSecondFactor } from '../support/two-factor.ts';
import type { World } from '../support/world.ts';

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

async function invitation(world: World, isLink: boolean): Promise<number> {
  const { json } = await world.as('ada').get('/invites');
  const all = json.invites as { id: number; is_multiuse: boolean }[];
  return all.find((one) => one.is_multiuse === isLink)?.id ?? 0;
}

/** Each needs a browser, and an import in the state that the step before has left. */
async function importStep(world: World, ids: Record<string, number>, step: string): Promise<Reply> {
  const browser = await getBrowser(world, 'ada');
  const choices = { product: 'slack', downloads: false };
  if (ids.import === undefined) {
    await uploadArchive(browser, 'export.zip', slackZip());
    const { json } = await browser.get('/heddle/imports');
    ids.import = (json.imports as { id: number }[])[0]?.id ?? 0;
  }
  const at = `/heddle/imports/${ids.import}`;
  if (step === 'start') await finishImports(world);
  if (step === 'undo') {
    await finishImports(world, haltedEngine);
    await browser.post(`${at}/start`, { choices });
    await finishImports(world);
  }
  if (step === 'discard') {
    await finishImports(world);
    return browser.delete(at);
  }
  return browser.post(`${at}/${step}`, { choices });
}

/** In order: later steps use what earlier ones made. */
export const steps: readonly Step[] = [
  ['update-realm', (w) => w.as('ada').patch('/realm', { name: 'Spinners' })],
  [
    'update-realm-user-settings-defaults',
    (w) => w.as('ada').patch('/realm/user_settings_defaults', { twenty_four_hour_time: true }),
  ],
  ['export-realm', (w, ids) => keep(ids, 'export', 'id', w.as('ada').post('/export/realm'))],
  [
    'delete-realm-export',
    async (w, ids) => {
      await finishExports(w);
      return w.as('ada').delete(`/export/realm/${ids.export}`);
    },
  ],
  ['heddle-check-import', (w, ids) => importStep(w, ids, 'check')],
  ['heddle-start-import', (w, ids) => importStep(w, ids, 'start')],
  ['heddle-stop-import', async (w, ids) => importStep(w, ids, 'stop')],
  ['heddle-undo-import', (w, ids) => importStep(w, ids, 'undo')],
  ['heddle-discard-import', (w, ids) => importStep(w, ids, 'discard')],
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
  [
    'heddle-add-person',
    (w) => w.as('ada').post('/heddle/users', { email: 'pia@example.com', full_name: 'Pia Novak' }),
  ],
  ['heddle-create-password-link', (w, ids) => w.as('ada').post(`/heddle/users/${ids.user}/password_link`)],
  ['update-user', (w, ids) => w.as('ada').patch(`/users/${ids.user}`, { full_name: 'Hal N. Novak' })],
  ['update-user-by-email', (w) => w.as('ada').patch(`/users/${newUser.email}`, { full_name: 'Hal Novak' })],
  [
    'update-status-for-user',
    (w, ids) => w.as('ada').post(`/users/${ids.user}/status`, { status_text: 'away' }),
  ],
  [
    'heddle-require-password-change',
    (w, ids) => w.as('ada').post(`/heddle/users/${ids.user}/require_password_change`),
  ],
  [
    'heddle-reset-two-factor',
    async (w, ids) => {
      await storeSecondFactor(w, ids.user ?? 0);
      return w.as('ada').delete(`/users/${ids.user}/two_factor`);
    },
  ],
  [
    'heddle-update-sign-in-policy',
    (w) => w.as('ada').patch('/heddle/sign_in_policy', { require_two_factor: true, grace_days: 90 }),
  ],
  [
    'heddle-create-scim-token',
    (w, ids) => keep(ids, 'token', 'id', w.as('ada').post('/heddle/scim_tokens', { name: 'Okta' })),
  ],
  ['heddle-revoke-scim-token', (w, ids) => w.as('ada').delete(`/heddle/scim_tokens/${ids.token}`)],
  [
    'heddle-create-sign-in-provider',
    (w) =>
      w.as('ada').post('/heddle/sign_in_providers', {
        kind: 'google',
        settings: { client_id: 'heddle' },
        secret: 'of the provider',
      }),
  ],
  [
    'heddle-update-sign-in-provider',
    (w) => w.as('ada').patch('/heddle/sign_in_providers/google', { is_enabled: false }),
  ],
  ['heddle-delete-sign-in-provider', (w) => w.as('ada').delete('/heddle/sign_in_providers/google')],
  ['deactivate-user', (w, ids) => w.as('ada').delete(`/users/${ids.user}`)],
  ['reactivate-user', (w, ids) => w.as('ada').post(`/users/${ids.user}/reactivate`)],
  ['create-bot', (w, ids) => keep(ids, 'bot', 'user_id', createBot(w.as('ada')))],
  ['update-bot', (w, ids) => w.as('ada').patch(`/bots/${ids.bot}`, { full_name: 'Shuttle 2' })],
  ['regenerate-bot-api-key', (w, ids) => w.as('ada').post(`/bots/${ids.bot}/api_key/regenerate`)],
  [
    'set-webhook-secret',
    (w, ids) =>
      w.as('ada').send('PUT', `/bots/${ids.bot}/webhook_secret`, { body: encode({ secret: 'long enough' }) }),
  ],
  [
    'set-webhook-template',
    (w, ids) =>
      w.as('ada').send('PUT', `/bots/${ids.bot}/webhook_template`, { body: encode({ content: '{{ x }}' }) }),
  ],
  ['delete-webhook-template', (w, ids) => w.as('ada').delete(`/bots/${ids.bot}/webhook_template`)],
  ['delete-webhook-secret', (w, ids) => w.as('ada').delete(`/bots/${ids.bot}/webhook_secret`)],
  [
    'heddle-create-bot-api-key',
    (w, ids) =>
      keep(
        ids,
        'key',
        'id',
        w.as('ada').post(`/heddle/bots/${ids.bot}/api_keys`, { name: 'CI', scopes: ['send'] }),
      ),
  ],
  [
    'heddle-revoke-bot-api-key',
    (w, ids) => w.as('ada').delete(`/heddle/bots/${ids.bot}/api_keys/${ids.key}`),
  ],
  ['deactivate-bot', (w, ids) => w.as('ada').delete(`/bots/${ids.bot}`)],
  [
    'heddle-create-slash-command',
    async (w, ids) => {
      const hook = {
        bot_type: 3,
        short_name: 'hook',
        full_name: 'Hook',
        payload_url: 'https://example.com/',
      };
      const { json } = await createBot(w.as('ada'), hook);
      const group_id = await groupId(w, 'role:members');
      const command = { name: 'weather', description: 'Shows it', bot_id: json.user_id, group_id };
      return keep(ids, 'command', 'id', w.as('ada').post('/heddle/slash_commands', command));
    },
  ],
  [
    'heddle-update-slash-command',
    (w, ids) => w.as('ada').patch(`/heddle/slash_commands/${ids.command}`, { description: 'Says it' }),
  ],
  ['heddle-delete-slash-command', (w, ids) => w.as('ada').delete(`/heddle/slash_commands/${ids.command}`)],
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
  [
    'update-user-group-subgroups',
    async (w, ids) => {
      const inner = { name: 'spinners', description: '', members: [] };
      const { json } = await w.as('ada').post('/user_groups/create', inner);
      return w.as('ada').post(`/user_groups/${ids.group}/subgroups`, { add: [json.group_id] });
    },
  ],
  ['deactivate-user-group', (w, ids) => w.as('ada').post(`/user_groups/${ids.group}/deactivate`)],
  [
    'send-invites',
    (w) => w.as('ada').post('/invites', { invitee_emails: 'ivy@example.com', stream_ids: [] }),
  ],
  ['resend-email-invite', async (w) => w.as('ada').post(`/invites/${await invitation(w, false)}/resend`)],
  ['revoke-email-invite', async (w) => w.as('ada').delete(`/invites/${await invitation(w, false)}`)],
  ['create-invite-link', (w) => w.as('ada').post('/invites/multiuse', { stream_ids: [] })],
  ['revoke-invite-link', async (w) => w.as('ada').delete(`/invites/multiuse/${await invitation(w, true)}`)],
  [
    'create-channel',
    (w) => w.as('ada').post('/channels/create', { name: 'dyeing', subscribers: [w.people.ada.id] }),
  ],
  [
    'subscribe',
    (w) =>
      w.as('ada').post('/users/me/subscriptions', {
        subscriptions: [{ name: 'dyeing' }],
        principals: [w.people.dan.id],
      }),
  ],
  [
    'unsubscribe',
    (w) =>
      w
        .as('ada')
        .delete('/users/me/subscriptions', { subscriptions: ['dyeing'], principals: [w.people.dan.id] }),
  ],
  [
    'update-subscriptions',
    (w) => w.as('ada').patch('/users/me/subscriptions', { add: [{ name: 'carding' }] }),
  ],
  [
    'heddle-create-api-key',
    (w, ids) =>
      keep(ids, 'key', 'id', w.as('ada').post('/heddle/api_keys', { name: 'CI', scopes: ['full'] })),
  ],
  ['heddle-revoke-api-key', (w, ids) => w.as('ada').delete(`/heddle/api_keys/${ids.key}`)],
  ['regenerate-api-key', (w) => w.as('ben').post('/users/me/api_key/regenerate')],
  ['deactivate-own-user', (w) => w.as('cleo').delete('/users/me')],
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
