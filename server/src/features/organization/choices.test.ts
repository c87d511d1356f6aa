import assert from 'node:assert/strict';
import { test } from 'node:test';
import { organizationPermissions, permissionSettings } from '../../../../wire/permissions.ts';
import { createBot } from '../../../../tests/support/fixtures/bots.ts';
import { groupId } from '../../../../tests/support/change.ts';
import type { Client, Params } from '../../../../tests/support/client.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { upload } from '../../../../tests/support/files.ts';
import { listen } from '../../../../tests/support/listen.ts';
import { emailsTo, joinPathFor } from '../../../../tests/support/fixtures/mail.ts';
import { picture } from '../../../../tests/support/fixtures/pictures.ts';
import { say } from '../../../../tests/support/talk.ts';
import { makeWorld, type World } from '../../../../tests/support/world.ts';

const settings = async (client: Client): Promise<Params> =>
  (await client.post('/register', { fetch_event_types: ['realm'], event_types: [] })).json;

/** What clients go by, with two values that each may be. */
const notified: Record<string, [unknown, unknown]> = {
  digest_emails_enabled: [true, false],
  digest_weekday: [6, 0],
  gif_rating_policy: [0, 4],
  inline_url_embed_preview: [true, false],
  jitsi_server_url: ['https://meet.example.com', null],
  org_type: [1000, 35],
  require_e2ee_push_notifications: [true, false],
  video_chat_provider: [1, 0],
  allow_search_engine_indexing: [false, true],
  spectator_name_format: ['pseudonym', 'first_name'],
  enable_mcp: [false, true],
  want_advertise_in_communities_directory: [true, false],
};

/** null is asked for by a word. */
const asked = (value: unknown): unknown => value ?? 'default';

async function change(world: World, who: 'ada' | 'ben', params: Record<string, unknown>): Promise<void> {
  const { status, json } = await world.as(who).patch('/realm', params);
  assert.deepEqual([status, json.msg, json.ignored_parameters_unsupported], [200, '', undefined]);
}

/** Someone new, invited by Ada; returns a client of theirs. */
async function join(world: World, email: string): Promise<Client> {
  await world.as('ada').post('/invites', { invitee_emails: email, stream_ids: [] });
  const password = 'nobody will guess';
  const fields = new URLSearchParams({ full_name: 'Hal Nilsen', password });
  const path = await joinPathFor(world, email);
  const response = await fetch(world.url + path, { method: 'POST', body: fields, redirect: 'manual' });
  assert.equal(response.status, 303);
  const { json } = await world.anonymous.post('/fetch_api_key', { username: email, password });
  return world.as({ id: json.user_id, email, apiKey: json.api_key });
}

onBothEngines('Organization settings with effects', (engine) => {
  test('An organization setting is stored and emitted where clients use it', async (t) => {
    const world = await makeWorld(t, engine);
    const gus = await listen(world.as('gus'), { event_types: ['realm'] });
    for (const at of [0, 1] as const) {
      const wanted = Object.entries(notified).map(([name, values]) => [name, asked(values[at])]);
      await change(world, 'ben', Object.fromEntries(wanted));
      const now = await settings(world.as('gus'));
      for (const [name, values] of Object.entries(notified))
        assert.equal(now[`realm_${name}`], values[at], name);
      const received = (await gus.received()).map(({ op, property, value }) => [op, property, value]);
      const expected = Object.entries(notified).map(([name, values]) => ['update', name, values[at]]);
      assert.deepEqual(received.sort(), expected.sort());
    }
  });

  test('An invalid organization setting is refused with a reason, and all are refused to non-administrators', async (t) => {
    const world = await makeWorld(t, engine);
    const { queue_id: _, last_event_id: __, ...before } = await settings(world.as('ada'));
    const wrong: [Params, string | RegExp][] = [
      [{ default_language: 'nonsense-language' }, "Invalid language 'nonsense-language'"],
      [{ gif_rating_policy: 5 }, 'Invalid gif_rating_policy 5'],
      [{ video_chat_provider: 7 }, 'Invalid video_chat_provider 7'],
      [{ jitsi_server_url: 'meet.example.com' }, 'jitsi_server_url is not a URL'],
      [{ jitsi_server_url: 'javascript:alert(1)' }, 'jitsi_server_url is not a URL'],
      [{ jitsi_server_url: `https://${'x'.repeat(200)}.example` }, 'jitsi_server_url is not a URL'],
      [{ default_avatar_source: 'G' }, 'This server does not use Gravatar.'],
      [{ digest_weekday: 7 }, /digest_weekday/],
      [{ spectator_name_format: 'initials' }, /spectator_name_format/],
      [{ org_type: 11 }, /org_type/],
      [{ send_welcome_emails: 'often' }, /send_welcome_emails/],
      [{ zulip_update_announcements_stream_id: 99_999 }, 'Invalid channel ID'],
    ];
    for (const [params, msg] of wrong) {
      const { status, json } = await world.as('ada').patch('/realm', { org_type: 10, ...params });
      assert.equal(status, 400, JSON.stringify(params));
      if (typeof msg === 'string') assert.equal(json.msg, msg);
      else assert.match(json.msg, msg);
    }
    for (const who of ['cleo', 'dan', 'eve', 'gus'] as const)
      for (const [name, [value]] of Object.entries(notified)) {
        const { status, json } = await world.as(who).patch('/realm', { [name]: value });
        assert.deepEqual([status, json.msg], [403, 'Must be an organization administrator'], name);
      }
    const { queue_id: ___, last_event_id: ____, ...after } = await settings(world.as('ada'));
    assert.deepEqual(after, before);
  });

  test('An organization setting reserved for the operator or for owners is refused', async (t) => {
    const world = await makeWorld(t, engine);
    const refused: [Params, string][] = [
      [{ string_id: 'weavers' }, 'Must be a demo organization.'],
      [{ authentication_methods: { Email: false } }, 'At least one authentication method must be enabled.'],
      [
        { authentication_methods: { Email: true, GitHub: true } },
        'Sign-in methods are configured by the operator of this server.',
      ],
    ];
    for (const [params, msg] of refused) {
      assert.equal((await world.as('ada').patch('/realm', params)).json.msg, msg);
      const { status, json } = await world.as('ben').patch('/realm', params);
      assert.deepEqual([status, json.msg], [403, 'Must be an organization owner']);
    }
    await change(world, 'ada', { authentication_methods: { Email: true, GitHub: false } });
  });

  test('Every organization permission is a setting, some for owners only', async (t) => {
    const world = await makeWorld(t, engine);
    const before = await settings(world.as('ada'));
    for (const name of organizationPermissions) {
      const { allowed_system_groups: allowed } = permissionSettings.realm[name];
      const candidates = allowed.length > 0 ? allowed : (['role:moderators', 'role:administrators'] as const);
      const ids = await Promise.all(candidates.map((group) => groupId(world, group)));
      const wanted = ids.find((id) => id !== before[`realm_${name}`]);
      await change(world, 'ada', { [name]: { new: wanted } });
      assert.equal((await settings(world.as('gus')))[`realm_${name}`], wanted, name);
    }
    const billing = { can_manage_billing_group: { new: await groupId(world, 'role:owners') } };
    assert.equal((await world.as('ben').patch('/realm', billing)).status, 403);
  });

  test('The organization decides who may create bots', async (t) => {
    const world = await makeWorld(t, engine);
    assert.equal((await createBot(world.as('dan'))).status, 200);
    const moderators = { new: await groupId(world, 'role:moderators') };
    const both = { can_create_bots_group: moderators, can_create_write_only_bots_group: moderators };
    await change(world, 'ben', both);
    const second = { full_name: 'Second', short_name: 'second' };
    assert.equal((await createBot(world.as('dan'), second)).json.msg, 'Insufficient permission');
    assert.equal((await createBot(world.as('cleo'), second)).status, 200);
  });

  test('The organization decides whether messages show images or only links', async (t) => {
    const world = await makeWorld(t, engine);
    const { url } = await upload(world, 'dan', {
      name: 'loom.png',
      type: 'image/png',
      content: await picture(20, 20),
    });
    const shows = async () => {
      const id = await say(world, 'dan', 'general', 'pictures', `[loom](${url})`);
      const { message } = (await world.as('eve').get(`/messages/${id}`)).json;
      return (message as { content: string }).content.includes('message_inline_image');
    };
    assert.equal(await shows(), true);
    await change(world, 'ben', { inline_image_preview: false });
    assert.equal(await shows(), false);
    assert.equal((await settings(world.as('gus'))).realm_inline_image_preview, false);
  });

  test('The organization language applies to new users unless they have another default', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const getLanguage = async (client: Client) => {
      const { json } = await client.post('/register', { fetch_event_types: ['user_settings'] });
      return (json.user_settings as Params).default_language;
    };
    await change(world, 'ben', { default_language: 'de' });
    assert.equal((await settings(world.as('gus'))).realm_default_language, 'de');
    assert.equal(await getLanguage(await join(world, 'hal@example.com')), 'de');
    assert.equal(await getLanguage(world.as('dan')), 'en', 'who is there already keeps theirs');
    await world.as('ben').patch('/realm/user_settings_defaults', { default_language: 'fr' });
    assert.equal(await getLanguage(await join(world, 'ida@example.com')), 'fr');
  });

  test('The organization decides whether new users get a welcome email', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    await join(world, 'hal@example.com');
    const [welcome, invitation, ...more] = await emailsTo(world, 'hal@example.com');
    assert.equal(welcome?.subject, 'Welcome to Weavers');
    assert.match(welcome.text, /hal@example\.com/);
    assert.ok(invitation && more.length === 0);
    await change(world, 'ben', { send_welcome_emails: false });
    await join(world, 'ida@example.com');
    const subjects = (await emailsTo(world, 'ida@example.com')).map(({ subject }) => subject);
    assert.deepEqual(subjects.length, 1);
    assert.match(subjects[0] ?? '', /has invited you/);
  });
});
