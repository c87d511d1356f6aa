import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getBrowser } from '../../../../tests/support/clients/browser.ts';
import { addPerson, setOrganization } from '../../../../tests/support/change.ts';
import type { Params } from '../../../../tests/support/client.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { sentEmails } from '../../../../tests/support/fixtures/mail.ts';
import { openQueue } from '../../../../tests/support/queue.ts';
import { makeWorld, names, type Name, type World } from '../../../../tests/support/world.ts';
import { userSettingDefaults } from '../../../../wire/settings.ts';
import { hashPassword } from '../../lib/passwords.ts';

type Settings = Record<string, unknown>;

async function getSettings(world: World, who: Name): Promise<Settings> {
  const { json } = await world.as(who).post('/register', { fetch_event_types: ['user_settings'] });
  return json.user_settings as Settings;
}

const set = (world: World, who: Name, params: Settings) => world.as(who).patch('/settings', params);

/** To whom emails went. */
const recipients = async (world: World) => (await sentEmails(world)).map(({ to }) => to);

/** Another value of the same kind. */
function another(name: string, value: unknown): unknown {
  const special: Settings = {
    default_language: 'de',
    notification_sound: 'none',
    emojiset: 'text',
    web_animate_image_previews: 'never',
    web_home_view: 'recent',
    resolved_topic_notice_auto_read_policy: 'never',
  };
  if (name in special) return special[name];
  if (typeof value === 'boolean') return !value;
  return value === 2
    ? 1
    : name.endsWith('_seconds') || name.endsWith('percent')
      ? 150
      : name.endsWith('px')
        ? 18
        : 2;
}

onBothEngines('Personal settings', (engine) => {
  test('Personal settings are changed, stored and emitted once each, to their user only', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const mine = await openQueue(world, 'dan', { event_types: ['user_settings'] });
    const others = await openQueue(world, 'eve', { event_types: ['user_settings'] });
    const asked = Object.fromEntries(
      Object.entries(userSettingDefaults).map(([name, value]) => [name, another(name, value)]),
    );
    for (let twice = 0; twice < 2; twice++) {
      const { status, json } = await set(world, 'dan', asked);
      assert.equal(status, 200, json.msg);
    }
    const events = await mine.after(mine.start);
    assert.deepEqual(Object.fromEntries(events.map(({ property, value }) => [property, value])), asked);
    assert.equal(events.length, Object.keys(asked).length);
    assert.equal(events.find(({ property }) => property === 'default_language')?.language_name, 'Deutsch');
    await world.restart();
    const kept = await getSettings(world, 'dan');
    for (const [name, value] of Object.entries(asked)) assert.deepEqual(kept[name], value, name);
    assert.deepEqual(await others.after(others.start), []);
  });

  test('The default sound of old clients is accepted and is the default one here', async (t) => {
    const world = await makeWorld(t, engine);
    for (const notification_sound of ['none', 'zulip'])
      assert.equal((await set(world, 'dan', { notification_sound })).status, 200);
    assert.equal(
      (await getSettings(world, 'dan')).notification_sound,
      userSettingDefaults.notification_sound,
    );
  });

  test('Unknown or invalid personal settings are refused together with the whole request', async (t) => {
    const world = await makeWorld(t, engine);
    const before = await getSettings(world, 'dan');
    for (const [bad, message] of [
      [{ default_language: 'klingonese-of-old' }, 'Invalid default_language'],
      [{ notification_sound: 'gong' }, "Invalid notification sound 'gong'"],
      [{ email_notifications_batching_period_seconds: 0 }, 'Invalid email batching period: 0 seconds'],
      ...['Mars/Olympus', 'europe/berlin', 'EUROPE/BERLIN', '+02:00'].map(
        (timezone) => [{ timezone }, 'Invalid timezone: Value error, Not a recognized time zone'] as const,
      ),
      [{ web_font_size_px: 500 }, 'web_font_size_px must be between 6 and 72'],
      [{ full_name: ' ' }, 'Name too short!'],
      [{ full_name: 'X ' }, 'Name too short!'],
      [{ full_name: 'a'.repeat(101) }, 'Name too long!'],
    ] as const) {
      const { status, json } = await set(world, 'dan', { enter_sends: true, ...bad });
      assert.deepEqual([status, json.code, json.msg], [400, 'BAD_REQUEST', message]);
    }
    for (const bad of [{ color_scheme: 9 }, { enter_sends: 'maybe' }, { emojiset: 'apple' }])
      assert.equal((await set(world, 'dan', { fluid_layout_width: true, ...bad })).status, 400);
    assert.deepEqual(await getSettings(world, 'dan'), before);
  });

  test('Personal settings require a user; unknown names are reported as ignored', async (t) => {
    const world = await makeWorld(t, engine);
    const bot = await addPerson(world, 'robo', { botOwner: 'dan' });
    assert.equal((await world.as(bot).patch('/settings', { enter_sends: true })).status, 400);
    assert.equal((await world.anonymous.patch('/settings', { enter_sends: true })).status, 401);
    const { json } = await set(world, 'dan', { shoe_size: 44 });
    assert.deepEqual(json.ignored_parameters_unsupported, ['shoe_size']);
    const legacy = await world.as('dan').patch('/settings/display', { twenty_four_hour_time: true });
    assert.equal(legacy.status, 200, legacy.json.msg);
    const notifications = { enable_sounds: false };
    assert.equal((await world.as('dan').patch('/settings/notifications', notifications)).status, 200);
    const { twenty_four_hour_time, enable_sounds } = await getSettings(world, 'dan');
    assert.deepEqual([twenty_four_hour_time, enable_sounds], [true, false]);
  });

  test('Changing one’s name is allowed unless the organization disables it, and always to administrators', async (t) => {
    const world = await makeWorld(t, engine);
    const queue = await openQueue(world, 'gus', { event_types: ['realm_user'] });
    assert.equal((await set(world, 'dan', { full_name: ' Daniel Ito ' })).status, 200);
    await setOrganization(world, { name_changes_disabled: true });
    const refused = await set(world, 'dan', { full_name: 'Dan', enter_sends: true });
    assert.deepEqual([refused.status, refused.json.code], [400, 'BAD_REQUEST']);
    assert.equal((await set(world, 'dan', { full_name: 'Daniel Ito' })).status, 200);
    assert.equal((await set(world, 'ben', { full_name: 'Benedict' })).status, 200);
    const named = (await queue.after(queue.start)).map(({ person }) => person.full_name);
    assert.deepEqual(named, ['Daniel Ito', 'Benedict']);
    assert.equal((await getSettings(world, 'dan')).enter_sends, false);
  });

  test('Hiding an email hides it from excluded users, and showing it reveals it again', async (t) => {
    const world = await makeWorld(t, engine);
    const dan = world.people.dan.id;
    const shown = async (who: Name) => {
      const { user } = (await world.as(who).get(`/users/${dan}`)).json;
      return [user.email, user.delivery_email];
    };
    const real = 'dan@example.com';
    const hidden = `user${dan}@hidden.invalid`;
    const queues = {
      eve: await openQueue(world, 'eve', { event_types: ['realm_user'] }),
      gus: await openQueue(world, 'gus', { event_types: ['realm_user'] }),
    };
    const notified = { eve: [] as unknown[], gus: [] as unknown[] };
    const listened = { eve: queues.eve.start, gus: queues.gus.start };
    const listen = async (who: 'eve' | 'gus') => {
      for (const { id, person } of await queues[who].after(listened[who])) {
        listened[who] = id;
        notified[who].push('new_email' in person ? person.new_email : person.delivery_email);
      }
    };
    const choose = async (email_address_visibility: number) => {
      assert.equal((await set(world, 'dan', { email_address_visibility })).status, 200);
      await listen('eve');
      await listen('gus');
    };
    for (const [visibility, seeing] of [
      [5, ['ada', 'ben', 'cleo']],
      [3, ['ada', 'ben']],
      [2, ['ada', 'ben', 'cleo', 'eve']],
      [4, []],
    ] as const) {
      await choose(visibility);
      for (const who of names.filter((name) => name !== 'dan'))
        assert.deepEqual(await shown(who), [hidden, (seeing as readonly Name[]).includes(who) ? real : null]);
    }
    await choose(1);
    assert.deepEqual(await shown('gus'), [real, real]);
    assert.equal((await world.as('dan').get('/users/me')).status, 200);
    // Nobody gets an event to whom as much is visible as before.
    assert.deepEqual(notified.gus, [null, hidden, real, real]);
    assert.deepEqual(notified.eve, [null, hidden, real, null, real, real]);
  });

  test('A new email requires confirmation, and the old one is shown until then', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    assert.equal((await set(world, 'dan', { email: ' dan@example.com' })).status, 200);
    assert.deepEqual(await recipients(world), []);
    assert.equal((await set(world, 'dan', { email: 'daniel@example.com' })).status, 200);
    assert.deepEqual(await recipients(world), ['daniel@example.com']);
    const { json } = await world.as('dan').get('/users/me');
    assert.deepEqual([json.email, json.delivery_email], ['dan@example.com', 'dan@example.com']);
  });

  test('An invalid or unavailable new email is refused without changes', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const before = await getSettings(world, 'dan');
    const refused = async (who: Name, email: string) => {
      const { status, json } = await set(world, who, { email, enter_sends: true });
      assert.deepEqual([status, json.code], [400, 'BAD_REQUEST']);
      return json.msg;
    };
    for (const wrong of ['nonsense', '', ' '])
      assert.equal(await refused('dan', wrong), 'Enter a valid email address.');
    assert.match(await refused('dan', 'EVE@example.com'), /already in use/);
    await setOrganization(world, { disallow_disposable_email_addresses: true });
    assert.match(await refused('dan', 'daniel@mailinator.com'), /Disposable/);
    await setOrganization(world, { emails_restricted_to_domains: true });
    assert.match(await refused('dan', 'daniel@example.com'), /of this domain cannot join/);
    await setOrganization(world, { emails_restricted_to_domains: false });
    await setOrganization(world, { email_changes_disabled: true });
    const disabled = 'Email address changes are disabled in this organization.';
    assert.equal(await refused('dan', 'daniel@example.com'), disabled);
    assert.deepEqual(await recipients(world), []);
    assert.deepEqual(await getSettings(world, 'dan'), before);
    assert.equal((await set(world, 'ben', { email: 'benedict@example.com' })).status, 200);
    assert.deepEqual(await recipients(world), ['benedict@example.com']);
  });

  test('Email changes are limited to two confirmation emails an hour', async (t) => {
    const world = await makeWorld(t, engine, { rateLimits: 'on' });
    const codes = [];
    for (const name of ['a', 'b', 'c']) {
      codes.push((await set(world, 'dan', { email: `${name}@example.com` })).json.code);
      // The next request replaces one whose email was not sent yet.
      await world.app.jobs.runDue();
    }
    assert.deepEqual(codes, [undefined, undefined, 'RATE_LIMIT_HIT']);
    assert.equal((await set(world, 'eve', { email: 'd@example.com' })).status, 200);
    assert.deepEqual(
      (await recipients(world)).toSorted(),
      ['a', 'b', 'd'].map((name) => `${name}@example.com`),
    );
  });

  test('Changing the password requires the old one and signs out other sessions', async (t) => {
    const passwordHash = await hashPassword('twelve loud geese');
    const world = await makeWorld(t, engine, { passwordHash });
    const signIn = async (password: string) =>
      (await world.anonymous.post('/fetch_api_key', { username: 'dan@example.com', password })).status;
    const change = (old_password: string, new_password: string) =>
      set(world, 'dan', { old_password, new_password });
    const elsewhere = await getBrowser(world, 'dan');
    assert.equal((await change('wrong', 'nine quiet swans')).json.msg, 'Wrong password!');
    assert.equal((await change('twelve loud geese', 'password')).status, 400);
    assert.equal((await change('twelve loud geese', '')).json.msg, 'Please choose a new password');
    assert.equal(await signIn('twelve loud geese'), 200);
    const changed = await change('twelve loud geese', 'nine quiet swans');
    assert.equal(changed.status, 200, changed.json.msg);
    assert.equal((await elsewhere.get('/users/me')).status, 401);
    assert.equal((await world.as('dan').get('/users/me')).status, 200);
    assert.equal(await signIn('twelve loud geese'), 401);
    assert.equal(await signIn('nine quiet swans'), 200);
  });

  test('Wrong passwords in the settings count as failed sign-ins', async (t) => {
    const passwordHash = await hashPassword('twelve loud geese');
    const world = await makeWorld(t, engine, { passwordHash, rateLimits: 'on' });
    const guess = { old_password: 'wrong', new_password: 'nine quiet swans' };
    const codes: (string | undefined)[] = [];
    for (let count = 0; count < 6; count++) codes.push((await set(world, 'dan', guess)).json.code);
    assert.deepEqual(codes, [...Array<string>(5).fill('BAD_REQUEST'), 'RATE_LIMIT_HIT']);
  });
});

onBothEngines('Default settings for new users', (engine) => {
  const path = '/realm/user_settings_defaults';

  test('Default settings of new users are changed by administrators, emitted to everyone, and do not affect existing users', async (t) => {
    const world = await makeWorld(t, engine);
    const queue = await openQueue(world, 'gus', { event_types: ['realm_user_settings_defaults'] });
    const { status, json } = await world.as('ben').patch(path, { enter_sends: true, color_scheme: 2 });
    assert.equal(status, 200, json.msg);
    await world.as('ben').patch(path, { enter_sends: true });
    const { json: state } = await world
      .as('gus')
      .post('/register', { fetch_event_types: ['realm_user_settings_defaults', 'user_settings'] });
    assert.equal(state.realm_user_settings_defaults.enter_sends, true);
    assert.equal(state.user_settings.enter_sends, false);
    const notified = (await queue.after(queue.start)).map(({ op, property, value }) => [op, property, value]);
    assert.deepEqual(notified, [
      ['update', 'color_scheme', 2],
      ['update', 'enter_sends', true],
    ]);
  });

  test('Default settings apply to new users, email visibility included', async (t) => {
    const world = await makeWorld(t, engine);
    await world.as('ben').patch(path, { enter_sends: true, email_address_visibility: 3 });
    const newcomer = await addPerson(world, 'fay');
    const bot = await addPerson(world, 'robo', { botOwner: 'dan' });
    await world.as('ben').patch(path, { enter_sends: false });
    const { json } = await world
      .as(newcomer)
      .post('/register', { fetch_event_types: ['user_settings', 'realm_user'] });
    assert.equal(json.user_settings.enter_sends, true);
    assert.deepEqual(
      [json.email, json.delivery_email],
      [`user${newcomer.id}@hidden.invalid`, 'fay@example.com'],
    );
    const { user } = (await world.as('eve').get(`/users/${newcomer.id}`)).json;
    assert.deepEqual([user.email, user.delivery_email], [json.email, null]);
    assert.equal((await world.as('eve').get(`/users/${bot.id}`)).json.user.email, 'robo@example.com');
  });

  test('Default settings are refused to non-administrators and for invalid values', async (t) => {
    const world = await makeWorld(t, engine);
    for (const who of names.filter((name) => name !== 'ada' && name !== 'ben')) {
      const { status, json } = await world.as(who).patch(path, { enter_sends: true });
      assert.deepEqual([status, json.code], [403, 'UNAUTHORIZED_PRINCIPAL']);
    }
    assert.equal((await world.as('ben').patch(path, { default_language: '??' })).status, 400);
    assert.equal((await world.as('ben').patch(path, { enter_sends: 7 })).status, 400);
    const { json } = await world
      .as('ada')
      .post('/register', { fetch_event_types: ['realm_user_settings_defaults'] });
    assert.equal(json.realm_user_settings_defaults.enter_sends, false);
  });

  test('Default settings are also top-level keys for clients without user_settings_object', async (t) => {
    const world = await makeWorld(t, engine);
    await world.as('dan').patch('/settings', { twenty_four_hour_time: true });
    const stateFor = async (params: Params) => (await world.as('dan').post('/register', params)).json;
    for (const fetch_event_types of [undefined, ['update_display_settings'], ['user_settings']]) {
      const old = await stateFor({ fetch_event_types });
      const { twenty_four_hour_time, enable_sounds, timezone, emojiset_choices } = old;
      assert.deepEqual([twenty_four_hour_time, enable_sounds, timezone], [true, true, '']);
      assert.equal(emojiset_choices.length, 4);
      assert.equal('send_read_receipts' in old, false);
    }
    for (const params of [
      { client_capabilities: { user_settings_object: true } },
      { fetch_event_types: ['message'] },
    ])
      assert.equal('twenty_four_hour_time' in (await stateFor(params)), false);
  });
});
