import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fetchKeys } from '../../../../wire/register.ts';
import { userSettingDefaults } from '../../../../wire/settings.ts';
import { addPerson, deactivate } from '../../../../tests/support/change.ts';
import type { Json } from '../../../../tests/support/client.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { makeWorld, names, type Name, type World } from '../../../../tests/support/world.ts';

async function getState(world: World, who: Name, keys: readonly string[], more = {}): Promise<Json> {
  const { status, json } = await world.as(who).post('/register', { fetch_event_types: keys, ...more });
  assert.equal(status, 200, json.msg);
  return json;
}

interface ListedUser {
  user_id: number;
  avatar_url?: string;
}
const idsIn = (users: unknown) => (users as ListedUser[]).map(({ user_id }) => user_id);

onBothEngines('Users in the registration', (engine) => {
  test('The registration lists active users, deactivated users and system bots', async (t) => {
    const world = await makeWorld(t, engine);
    await deactivate(world, world.people.eve.id);
    const state = await getState(world, 'gus', ['realm_user']);
    const active = names.filter((name) => name !== 'eve').map((name) => world.people[name].id);
    assert.deepEqual(idsIn(state.realm_users), active);
    assert.deepEqual(idsIn(state.realm_non_active_users), [world.people.eve.id]);
    const bots = state.cross_realm_bots as { full_name: string; is_system_bot: boolean; email: string }[];
    assert.deepEqual(
      bots.map(({ full_name, is_system_bot }) => [full_name, is_system_bot]),
      [
        ['Notification Bot', true],
        ['Welcome Bot', true],
        ['Email Gateway', true],
      ],
    );
  });

  test('The registration lists only oneself and conversation partners for clients with user_list_incomplete', async (t) => {
    const world = await makeWorld(t, engine);
    const { dan, eve, ada } = world.people;
    await world.as('ada').post('/messages', { type: 'direct', to: [dan.id], content: 'hi' });
    const later = { client_capabilities: { heddle_people_later: true } };
    const state = await getState(world, 'dan', ['realm_user'], later);
    assert.deepEqual(
      idsIn(state.realm_users),
      [ada.id, dan.id].sort((a, b) => a - b),
    );
    assert.deepEqual(state.realm_non_active_users, []);
    assert.equal(state.cross_realm_bots.length, 3);
    assert.equal(state.user_id, dan.id);
    await deactivate(world, ada.id);
    const then = await getState(world, 'dan', ['realm_user'], later);
    assert.deepEqual([idsIn(then.realm_users), idsIn(then.realm_non_active_users)], [[dan.id], [ada.id]]);
    assert.ok(idsIn((await getState(world, 'dan', ['realm_user'])).realm_users).includes(eve.id));
  });

  test('Every list of people has the addresses that its own reader may see, as they are at that time', async (t) => {
    const world = await makeWorld(t, engine);
    const dan = world.people.dan.id;
    const addressFor = async (who: Name): Promise<unknown[]> => {
      const lists = [
        (await getState(world, who, ['realm_user'])).realm_users,
        (await world.as(who).get('/users')).json.members,
        (await world.as(who).get('/users', { include_custom_profile_fields: true })).json.members,
      ] as { user_id: number; delivery_email: string | null }[][];
      return lists.map((users) => users.find(({ user_id }) => user_id === dan)?.delivery_email);
    };
    const check = async (whoSees: readonly Name[], address: string) => {
      for (const who of ['ada', 'gus', 'dan', 'eve', 'ada'] as const)
        assert.deepEqual(await addressFor(who), Array(3).fill(whoSees.includes(who) ? address : null), who);
    };
    const { email } = world.people.dan;
    const choose = (email_address_visibility: number) =>
      world.as('dan').patch('/settings', { email_address_visibility });
    assert.equal((await choose(3)).status, 200);
    await check(['ada', 'dan'], email);
    assert.equal((await choose(2)).status, 200);
    await check(['ada', 'dan', 'eve'], email);
    assert.equal((await choose(4)).status, 200);
    await check(['dan'], email);
  });

  test('The registration has an avatar for every user, whatever the client supports', async (t) => {
    const world = await makeWorld(t, engine);
    for (const user_avatar_url_field_optional of [true, false])
      for (const client_gravatar of [true, false]) {
        const state = await getState(world, 'dan', ['realm_user'], {
          client_gravatar,
          client_capabilities: { user_avatar_url_field_optional },
        });
        for (const { avatar_url, user_id } of state.realm_users as ListedUser[])
          assert.equal(avatar_url, `/avatar/${user_id}?version=1`);
      }
  });

  test('The registration lists users as GET /users does, with profile fields', async (t) => {
    const world = await makeWorld(t, engine);
    const state = await getState(world, 'cleo', ['realm_user']);
    const { json } = await world.as('cleo').get('/users', { include_custom_profile_fields: true });
    const listed = (json.members as (ListedUser & { is_active: boolean })[]).map(
      ({ is_active: _, ...member }) => member,
    );
    assert.deepEqual(state.realm_users, listed);
  });

  test('The registration has the user’s own record and permissions by role', async (t) => {
    const world = await makeWorld(t, engine);
    const fields = ['is_owner', 'is_admin', 'is_moderator', 'is_guest', 'can_create_streams'] as const;
    const more = [
      'can_create_private_streams',
      'can_subscribe_other_users',
      'can_invite_others_to_realm',
    ] as const;
    const expected = {
      ada: [1, 1, 1, 0, 1, 1, 1, 1],
      ben: [0, 1, 1, 0, 1, 1, 1, 1],
      cleo: [0, 0, 1, 0, 1, 1, 1, 1],
      dan: [0, 0, 0, 0, 1, 1, 1, 1],
      eve: [0, 0, 0, 0, 1, 1, 1, 1],
      gus: [0, 0, 0, 1, 0, 0, 0, 0],
    };
    for (const name of names) {
      const state = await getState(world, name, ['realm_user']);
      assert.deepEqual(
        [...fields, ...more].map((field) => Number(state[field])),
        expected[name],
        name,
      );
      const { id } = world.people[name];
      assert.deepEqual(
        [state.user_id, state.email, state.avatar_url, state.avatar_url_medium, state.avatar_source],
        [id, `${name}@example.com`, `/avatar/${id}?version=1`, `/avatar/${id}/medium?version=1`, 'J'],
      );
    }
  });

  test('The registration lists the user’s own bots to them and to administrators only', async (t) => {
    const world = await makeWorld(t, engine);
    const bot = await addPerson(world, 'shuttle-bot', { botOwner: 'dan' });
    for (const [name, ids] of [
      ['dan', [bot.id]],
      ['eve', []],
      ['ben', [bot.id]],
    ] as const)
      assert.deepEqual(idsIn((await getState(world, name, ['realm_bot'])).realm_bots), ids, name);
  });
});

onBothEngines('Settings in the registration', (engine) => {
  test('The registration has default settings until a user chooses', async (t) => {
    const world = await makeWorld(t, engine);
    await world.app.db.write(world.orgId, 'system', async (tx) => {
      const settings = JSON.stringify({ color_scheme: 2, unknown_to_us: true });
      await tx.q
        .updateTable('person')
        .set({ settings, timezone: 'Asia/Tokyo' })
        .where('id', '=', world.people.dan.id)
        .execute();
      await tx.touch({ users: [world.people.dan.id] });
    });
    const dan = (await getState(world, 'dan', ['user_settings'])).user_settings as Record<string, unknown>;
    assert.deepEqual([dan.color_scheme, dan.timezone], [2, 'Asia/Tokyo']);
    assert.ok(!('unknown_to_us' in dan));
    const keys = ['user_settings', 'realm_user_settings_defaults'];
    const eve = await getState(world, 'eve', keys);
    for (const [name, value] of Object.entries(userSettingDefaults)) {
      assert.equal((eve.user_settings as Record<string, unknown>)[name], value, name);
      assert.equal((eve.realm_user_settings_defaults as Record<string, unknown>)[name], value, name);
    }
  });
});

onBothEngines('Registrations', (engine) => {
  test('The registration of every kind of user contains every key, alone and together', async (t) => {
    const world = await makeWorld(t, engine);
    for (const key of fetchKeys) await getState(world, 'gus', [key]);
    for (const name of names) await getState(world, name, [...fetchKeys]);
  });

  test('The registration has empty values of the right type for what does not exist yet', async (t) => {
    const world = await makeWorld(t, engine);
    const state = await getState(world, 'dan', [...fetchKeys]);
    const lists = ['alert_words', 'drafts', 'muted_users', 'realm_filters', 'reminders'];
    const more = [
      'realm_linkifiers',
      'realm_playgrounds',
      'saved_snippets',
      'scheduled_messages',
      'stop_words',
    ];
    const rest = ['custom_profile_fields'];
    for (const name of [...lists, ...more, ...rest]) assert.deepEqual(state[name], [], name);
    for (const name of ['presences', 'user_status', 'devices', 'realm_emoji'])
      assert.deepEqual(state[name], {}, name);
    for (const name of ['giphy_api_key', 'klipy_api_key', 'tenor_api_key'])
      assert.equal(state[name], '', name);
    assert.equal(state.presence_last_update_id, -1);
    assert.ok(
      Number(state.server_timestamp) > 1_600_000_000 && Number(state.server_timestamp) < 10_000_000_000,
    );
    assert.deepEqual(state.realm_billing, { has_pending_sponsorship_request: false });
    assert.equal((state.custom_profile_field_types as Record<string, { id: number }>).PRONOUNS?.id, 8);
  });
});
