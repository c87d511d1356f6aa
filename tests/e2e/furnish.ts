/** Fills an organization so that no list of a screen is empty. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { storeToken } from '../../server/src/features/calls/tokens.ts';
import { openBrowser } from '../support/clients/browser.ts';
import { finishExports } from '../support/fixtures/exports.ts';
import { slackZip } from '../support/fixtures/slack.ts';
import { uploadArchive } from '../support/fixtures/web-imports.ts';
import type { OwnServer } from '../support/process/own-server.ts';
import { silence } from './sounds.ts';
import { done, type Stage } from './stage.ts';

const json = (value: unknown) => JSON.stringify(value);

/** What is offered only when the server is set up for it. */
async function setUpServer({ server, dataDir }: Stage<OwnServer>): Promise<void> {
  const lines = ['giphy_api_key = "key"', 'ai_url = "http://127.0.0.1:9/v1"', 'ai_model = "loom-7b"'];
  await server.stop();
  writeFileSync(join(dataDir, 'heddle.toml'), `${lines.join('\n')}\n`);
  await server.start();
}

/** @param picture of what is sent, and an emoji */
export async function furnish(stage: Stage<OwnServer>, picture: Uint8Array<ArrayBuffer>): Promise<void> {
  await setUpServer(stage);
  await fillConversation(stage, picture);
  await fillSettings(stage);
  await connectCallAccount(stage);
  await uploadImport(stage);
  await finishExports(stage.server);
}

async function fillConversation(stage: Stage, picture: Uint8Array<ArrayBuffer>): Promise<void> {
  const ada = stage.as('ada');
  const ben = stage.as('ben');
  const files = new FormData();
  files.set('file', new File([picture], 'loom.png', { type: 'image/png' }));
  const { url } = await done(ben.send('POST', '/user_uploads', { body: files }));
  await stage.say('ben', 'look', 'See **this** `code`, and https://example.com.');
  await stage.say('ben', 'look', `[loom.png](${String(url)})`);
  const sounds = new FormData();
  sounds.set('file', new File([silence()], 'shed.wav', { type: 'audio/wav' }));
  const sound = await done(ben.send('POST', '/user_uploads', { body: sounds }));
  await stage.say('ben', 'look', `[shed.wav](${String(sound.url)})`);
  await stage.say('ben', 'look', '/poll Which yarn?\nWool\nFlax');
  await stage.say('ada', 'look', 'Look.');
  const [last] = (await stage.read('ada', 'look')).slice(-1);
  await done(ada.patch(`/messages/${last?.id}`, { content: 'Look again.' }));
  await stage.say('ben', 'look', '> A quote\n\nLook here.');
  const [here] = (await stage.read('ada', 'look')).slice(-1);
  await done(ben.post(`/messages/${here?.id}/reactions`, { emoji_name: 'tada' }));
  await done(
    ada.post(`/messages/${here?.id}/flags`.replace(/\/\d+/, ''), {
      messages: json([here?.id]),
      op: 'add',
      flag: 'starred',
    }),
  );
  await done(ben.post('/messages', { type: 'direct', to: json([stage.people.ada.id]), content: 'Psst.' }));
  const place = { type: 'stream', to: stage.weaving, topic: 'look' };
  const tomorrow = Math.floor(Date.now() / 1000) + 86_400;
  await done(
    ada.post('/scheduled_messages', { ...place, content: 'Later.', scheduled_delivery_timestamp: tomorrow }),
  );
  const draft = {
    type: 'stream',
    to: [stage.weaving],
    topic: 'look',
    content: 'Half.',
    timestamp: tomorrow - 90_000,
  };
  await done(ada.post('/drafts', { drafts: json([draft]) }));
  await done(ada.post('/saved_snippets', { title: 'Greeting', content: 'Good morning.' }));
  await done(
    ada.patch(`/streams/${stage.weaving}`, {
      description: 'All about **weaving**: looms, yarn and patience.',
    }),
  );
  await done(
    ada.post('/user_groups/create', {
      name: 'seers',
      description: 'Those who see',
      members: json([stage.people.ada.id]),
    }),
  );
}

async function fillSettings(stage: Stage): Promise<void> {
  const ada = stage.as('ada');
  await done(ada.post('/bots', { full_name: 'Kiln', short_name: 'kiln', bot_type: 2 }));
  const caller = {
    full_name: 'Caller',
    short_name: 'caller',
    bot_type: 3,
    payload_url: json('http://127.0.0.1:9/'),
  };
  await done(ada.post('/bots', caller));
  // Messages can be reported where there is a channel for it.
  await done(
    ada.post('/users/me/subscriptions', { subscriptions: json([{ name: 'reports' }]), invite_only: true }),
  );
  const { stream_id } = await done(ada.get('/get_stream_id', { stream: 'reports' }));
  await done(ada.patch('/realm', { moderation_request_channel_id: stream_id }));
  await done(
    ada.post('/realm/filters', { pattern: '#(?P<id>[0-9]+)', url_template: 'https://issues.example/{id}' }),
  );
  await done(
    ada.post('/realm/playgrounds', {
      name: 'Play',
      pygments_language: 'Python',
      url_template: 'https://play.example/{code}',
    }),
  );
  await done(ada.post('/realm/domains', { domain: 'weavers.example', allow_subdomains: 'true' }));
  await done(ada.post('/realm/profile_fields', { field_type: 1, name: 'Craft', hint: 'What you make' }));
  await done(ada.post('/users/me/alert_words', { alert_words: json(['indigo']) }));
  await done(ada.post('/export/realm', {}));
  await done(ada.post('/invites/multiuse', {}));
  await done(ada.post('/heddle/scim_tokens', { name: 'Provider' }));
  await done(ada.post('/heddle/api_keys', { name: 'Loom', scopes: json(['read']) }));
  const settings = { name: 'Company', issuer: 'https://sign-in.example', client_id: 'heddle' };
  await done(
    ada.post('/heddle/sign_in_providers', {
      kind: 'oidc',
      slug: 'company',
      settings: json(settings),
      secret: 'secret',
    }),
  );
  await done(ada.post('/user_topics', { stream_id: stage.weaving, topic: 'look', visibility_policy: 3 }));
}

async function connectCallAccount({ server, people }: Stage<OwnServer>): Promise<void> {
  const { db, organizations, secrets } = server.app;
  const token = { access: 'access', refresh: 'refresh', expiresAt: Date.now() + 86_400_000 };
  const account = { userId: people.ada.id, provider: 'zoom', token, accountId: null } as const;
  await db.write(organizations.names[0]?.id ?? 0, 'system', (tx) => storeToken(tx, secrets, account));
}

async function uploadImport({ server, people }: Stage<OwnServer>): Promise<void> {
  const [organization] = server.app.organizations.names;
  const account = { orgId: organization?.id ?? 0, userId: people.ada.id };
  await uploadArchive(await openBrowser(server, account), 'weavers.zip', slackZip());
}
