import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPerson, asPrincipal, setRole } from '../../../../tests/support/change.ts';
import type { Client, Params } from '../../../../tests/support/client.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { listen } from '../../../../tests/support/listen.ts';
import { assertRefusal } from '../../../../tests/support/refusal.ts';
import { makeWorld, names } from '../../../../tests/support/world.ts';
import { createProfileField } from './actions.ts';

const diet = { all: { text: 'Everything', order: '1' }, plants: { text: 'Plants', order: '2' } };

async function create(client: Client, params: Params): Promise<number> {
  const { status, json } = await client.post('/realm/profile_fields', params);
  assert.equal(status, 200, json.msg);
  return json.id as number;
}

const list = async (client: Client): Promise<Params[]> =>
  (await client.get('/realm/profile_fields')).json.custom_fields as Params[];

onBothEngines('Profile fields', (engine) => {
  test('Profile fields of all eight types are created by administrators and visible to everyone', async (t) => {
    const world = await makeWorld(t, engine);
    const gus = await listen(world.as('gus'), { event_types: ['custom_profile_fields'] });
    const ben = world.as('ben');
    const short = await create(ben, { field_type: 1, name: ' Phone ', hint: ' where ' });
    const shown = { id: short, name: 'Phone', type: 1, hint: 'where', field_data: '', order: 0 };
    const field = { ...shown, required: false, editable_by_user: true };
    assert.deepEqual(await list(world.as('gus')), [field]);
    const [event] = await gus.received();
    assert.deepEqual(event.fields, [field]);
    for (const field_type of [2, 4, 5, 6, 8]) await create(ben, { field_type, name: `Type ${field_type}` });
    await create(world.as('ada'), { field_type: 3, name: 'Diet', field_data: diet });
    const account = { subtype: 'custom', url_pattern: 'https://git.example/%(username)s' };
    await create(ben, { field_type: 7, name: 'Git', field_data: account });
    await create(ben, { field_type: 7, field_data: { subtype: 'github' } });
    const fields = await list(world.as('gus'));
    assert.deepEqual(
      fields.map(({ type, order }) => [type, order]),
      [1, 2, 4, 5, 6, 8, 3, 7, 7].map((type, place) => [type, place]),
    );
    const [dropdown, git, github] = fields.slice(6);
    assert.deepEqual(JSON.parse(dropdown?.field_data as string), diet);
    assert.deepEqual(JSON.parse(git?.field_data as string), account);
    assert.deepEqual([github?.name, github?.field_data], ['GitHub username', '{"subtype":"github"}']);
    const state = (await world.as('gus').post('/register', { fetch_event_types: ['custom_profile_fields'] }))
      .json;
    assert.deepEqual(state.custom_profile_fields, fields);
  });

  test('Profile fields cannot be changed by non-administrators', async (t) => {
    const world = await makeWorld(t, engine);
    const id = await create(world.as('ada'), { field_type: 1, name: 'Phone' });
    const before = await list(world.as('ada'));
    for (const who of names.filter((name) => name !== 'ada' && name !== 'ben')) {
      const person = world.as(who);
      for (const { status, json } of [
        await person.post('/realm/profile_fields', { field_type: 1, name: 'Mine' }),
        await person.patch('/realm/profile_fields', { order: [id] }),
        await person.patch(`/realm/profile_fields/${id}`, { name: 'Mine' }),
        await person.delete(`/realm/profile_fields/${id}`),
      ])
        assert.deepEqual(
          [status, json.code, json.msg],
          [403, 'UNAUTHORIZED_PRINCIPAL', 'Must be an organization administrator'],
        );
    }
    assert.deepEqual(await list(world.as('ada')), before);
    assert.equal((await world.anonymous.post('/realm/profile_fields', { field_type: 1 })).status, 401);
  });

  test('A profile field request is refused when the permission is revoked during it', async (t) => {
    const world = await makeWorld(t, engine);
    const me = await asPrincipal(world, 'ben');
    await setRole(world, me.id, 400);
    const late = world.app.db.write(world.orgId, me, (tx) =>
      createProfileField(tx, me, { field_type: 1, name: 'Late' }),
    );
    await assert.rejects(late, { code: 'UNAUTHORIZED_PRINCIPAL' });
    assert.deepEqual(await list(world.as('ada')), []);
  });

  test('Profile fields are validated, and a refusal changes nothing', async (t) => {
    const world = await makeWorld(t, engine);
    const ada = world.as('ada');
    await create(ada, { field_type: 1, name: 'Phone' });
    const custom = (url_pattern: unknown) => ({ subtype: 'custom', url_pattern });
    const wrong: [Params, string][] = [
      [{ field_type: 9, name: 'x' }, 'Invalid field type.'],
      [{ field_type: 0, name: 'x' }, 'Invalid field type.'],
      [{ field_type: 1 }, 'Label cannot be blank.'],
      [{ field_type: 1, name: '  ' }, 'Label cannot be blank.'],
      [{ field_type: 1, name: '𝒳'.repeat(41) }, 'name is too long (limit: 40 characters)'],
      [{ field_type: 1, name: 'x', hint: 'h'.repeat(81) }, 'hint is too long (limit: 80 characters)'],
      [{ field_type: 1, name: 'a\u0007' }, 'Invalid character in label, at position 2.'],
      [{ field_type: 1, name: 'x', hint: 'a\u0000b' }, 'Invalid character in hint.'],
      [
        { field_type: 3, name: 'x', field_data: { a: { text: 'a\ud800b', order: '1' } } },
        'Invalid character in field_data["text"].',
      ],
      [{ field_type: 3, name: 'x', field_data: { '\u0000': diet.all } }, "Invalid character in 'value'."],
      [{ field_type: 2, name: 'PHONE' }, 'A field with that label already exists.'],
      [{ field_type: 3, name: 'x' }, 'Field must have at least one choice.'],
      [{ field_type: 3, name: 'x', field_data: { '': diet.all } }, "'value' cannot be blank."],
      [
        { field_type: 3, name: 'x', field_data: { a: diet.all, b: diet.all } },
        'Field must not have duplicate choices.',
      ],
      [
        { field_type: 3, name: 'x', field_data: { a: { text: 'A' } } },
        'order key is missing from field_data',
      ],
      [
        { field_type: 3, name: 'x', field_data: { a: { text: 'A', order: 1 } } },
        'field_data["order"] is not a string',
      ],
      [{ field_type: 3, name: 'x', field_data: { a: 'A' } }, 'field_data is not a dict'],
      [{ field_type: 7, name: 'x' }, 'subtype key is missing from field_data'],
      [{ field_type: 7, name: 'x', field_data: { subtype: 'myspace' } }, 'Invalid external account type'],
      [
        { field_type: 7, name: 'x', field_data: { subtype: 'custom' } },
        'Custom external account must define URL pattern',
      ],
      [
        { field_type: 7, name: 'x', field_data: custom('javascript:alert("%(username)s")') },
        'Malformed URL pattern.',
      ],
      [{ field_type: 7, name: 'x', field_data: custom('https://x.example/') }, 'Malformed URL pattern.'],
      [
        { field_type: 6, name: 'x', display_in_profile_summary: true },
        'Field type not supported for display in profile summary.',
      ],
      ...[2, 3, 4, 5, 6, 8].map((field_type): [Params, string] => [
        { field_type, name: 'x', use_for_user_matching: true, field_data: diet },
        'Field type not supported for user matching.',
      ]),
    ];
    for (const [params, msg] of wrong) {
      const { status, json } = await ada.post('/realm/profile_fields', params);
      assert.deepEqual([status, json.code, json.msg], [400, 'BAD_REQUEST', msg]);
    }
    const missing = await ada.post('/realm/profile_fields', { name: 'x' });
    assert.deepEqual([missing.status, missing.json.code], [400, 'REQUEST_VARIABLE_MISSING']);
    const untyped = await ada.post('/realm/profile_fields', { name: 'x', field_type: 'many' });
    assert.equal(untyped.status, 400);
    assert.equal((await list(ada)).length, 1);
  });

  test('At most two profile fields are shown in the summary, and false is omitted', async (t) => {
    const world = await makeWorld(t, engine);
    const ada = world.as('ada');
    const first = await create(ada, { field_type: 1, name: 'A', display_in_profile_summary: true });
    await create(ada, { field_type: 8, name: 'B', display_in_profile_summary: true });
    const msg = 'Only 2 custom profile fields can be displayed in the profile summary.';
    const third = { field_type: 1, name: 'C', display_in_profile_summary: true };
    assert.equal((await ada.post('/realm/profile_fields', third)).json.msg, msg);
    const other = await create(ada, { field_type: 1, name: 'C', use_for_user_matching: true });
    const show = { display_in_profile_summary: true };
    assert.equal((await ada.patch(`/realm/profile_fields/${other}`, show)).json.msg, msg);
    assert.equal((await ada.patch(`/realm/profile_fields/${first}`, show)).status, 200);
    const hide = { display_in_profile_summary: false };
    assert.equal((await ada.patch(`/realm/profile_fields/${first}`, hide)).status, 200);
    assert.equal((await ada.patch(`/realm/profile_fields/${other}`, show)).status, 200);
    assert.deepEqual(
      (await list(ada)).map((field) => [field.display_in_profile_summary, field.use_for_user_matching]),
      [
        [undefined, undefined],
        [true, undefined],
        [true, true],
      ],
    );
  });

  test('An organization has at most 100 profile fields, and a field at most 1,000 choices', async (t) => {
    const world = await makeWorld(t, engine);
    const ada = world.as('ada');
    const choices = (count: number) =>
      Object.fromEntries(
        Array.from({ length: count }, (_, n) => [String(n), { text: `Choice ${n}`, order: '1' }]),
      );
    const id = await create(ada, { field_type: 3, name: 'Diet', field_data: choices(1000) });
    const many = { field_type: 3, name: 'More', field_data: choices(1001) };
    await assertRefusal(ada.post('/realm/profile_fields', many), 'A field has at most 1000 choices.');
    const { field_data } = many;
    await assertRefusal(
      ada.patch(`/realm/profile_fields/${id}`, { field_data }),
      'A field has at most 1000 choices.',
    );
    await world.app.db.write(world.orgId, 'system', (tx) =>
      tx.q
        .insertInto('profile_field')
        .values(
          Array.from({ length: 99 }, (_, n) => ({
            org_id: world.orgId,
            type: 1,
            name: `f${n}`,
            name_key: `f${n}`,
            hint: '',
            field_data: '',
            sort_order: n + 1,
            is_required: 0,
            is_editable: 1,
            is_in_summary: 0,
            is_for_matching: 0,
          })),
        )
        .execute(),
    );
    const another = ada.post('/realm/profile_fields', { field_type: 1, name: 'Another' });
    await assertRefusal(another, 'An organization has at most 100 profile fields.');
    assert.equal((await ada.delete(`/realm/profile_fields/${id}`)).status, 200);
    await create(ada, { field_type: 1, name: 'Another' });
  });

  test('Profile fields are reordered by listing each once', async (t) => {
    const world = await makeWorld(t, engine);
    const ada = world.as('ada');
    const [a, b] = [
      await create(ada, { field_type: 1, name: 'A' }),
      await create(ada, { field_type: 1, name: 'B' }),
    ];
    for (const order of [[a], [a, a], [a, b, 99], []]) {
      const { status, json } = await ada.patch('/realm/profile_fields', { order });
      assert.deepEqual([status, json.msg], [400, 'Invalid order mapping.']);
    }
    assert.equal((await ada.patch('/realm/profile_fields', { order: [b, a] })).status, 200);
    assert.deepEqual(
      (await list(ada)).map(({ id, order }) => [id, order]),
      [
        [b, 0],
        [a, 1],
      ],
    );
  });

  test('Profile fields are changed and deleted with their values', async (t) => {
    const world = await makeWorld(t, engine);
    const ada = world.as('ada');
    const id = await create(ada, { field_type: 3, name: 'Diet', field_data: diet });
    await world.as('dan').patch('/users/me/profile_data', { data: [{ id, value: 'plants' }] });
    await world.as('eve').patch('/users/me/profile_data', { data: [{ id, value: 'all' }] });
    const profile = async (who: 'dan' | 'eve') => (await world.as(who).get('/users/me')).json.profile_data;
    const less = { name: 'Food', hint: 'What?', required: true, field_data: { all: diet.all } };
    assert.equal((await ada.patch(`/realm/profile_fields/${id}`, less)).status, 200);
    const [field] = await list(ada);
    assert.deepEqual([field?.name, field?.hint, field?.required], ['Food', 'What?', true]);
    assert.deepEqual([await profile('dan'), await profile('eve')], [{}, { [id]: { value: 'all' } }]);
    assert.equal((await ada.delete(`/realm/profile_fields/${id}`)).status, 200);
    assert.deepEqual([await list(ada), await profile('eve')], [[], {}]);
    for (const gone of [id, 999_999_999]) {
      const changed = await ada.patch(`/realm/profile_fields/${gone}`, { name: 'x' });
      const deleted = await ada.delete(`/realm/profile_fields/${gone}`);
      for (const { status, json } of [changed, deleted])
        assert.deepEqual([status, json.msg], [400, `Field id ${gone} not found.`]);
    }
  });

  test('Profile fields for external accounts of known types keep their name', async (t) => {
    const world = await makeWorld(t, engine);
    const ada = world.as('ada');
    const id = await create(ada, { field_type: 7, name: 'ignored', field_data: { subtype: 'github' } });
    const renamed = await ada.patch(`/realm/profile_fields/${id}`, { name: 'Mine' });
    assert.equal(renamed.json.msg, 'Default custom field cannot be updated.');
    assert.equal((await ada.patch(`/realm/profile_fields/${id}`, { required: true })).status, 200);
    assert.equal((await list(ada))[0]?.name, 'GitHub username');
  });
});

onBothEngines('Profile field values', (engine) => {
  test('Profile field values are validated by type', async (t) => {
    const world = await makeWorld(t, engine);
    const [ada, dan] = [world.as('ada'), world.as('dan')];
    const bot = await addPerson(world, 'loom-bot', { botOwner: 'dan' });
    const ids: Record<number, number> = {};
    for (let field_type = 1; field_type <= 8; field_type++) {
      const field_data = field_type === 7 ? { subtype: 'github' } : diet;
      ids[field_type] = await create(ada, { field_type, name: `F${field_type}`, field_data });
    }
    const set = (type: number, value: unknown) =>
      dan.patch('/users/me/profile_data', { data: [{ id: ids[type], value }] });
    const wrong: [number, unknown, string][] = [
      [1, 'x'.repeat(51), 'F1 is too long (limit: 50 characters)'],
      [1, [world.people.dan.id], 'F1 is not a string'],
      [2, 'a\u0000b', 'Invalid character in F2.'],
      [2, 'x'.repeat(501), 'F2 is too long (limit: 500 characters)'],
      [3, 'fish', "'fish' is not a valid choice for 'F3'."],
      [3, 'toString', "'toString' is not a valid choice for 'F3'."],
      [4, '2023-02-29', 'F4 is not a date'],
      [4, '29.2.2024', 'F4 is not a date'],
      [5, 'javascript:alert(1)', 'F5 is not a URL'],
      [5, 'example.com', 'F5 is not a URL'],
      [6, 'Dan', 'F6 is not a list'],
      [6, [99_999], 'Invalid user ID: 99999'],
      [6, [bot.id], `User with ID ${bot.id} is a bot`],
      [8, 'x'.repeat(51), 'F8 is too long (limit: 50 characters)'],
    ];
    for (const [type, value, msg] of wrong) {
      const { status, json } = await set(type, value);
      assert.deepEqual([status, json.code, json.msg], [400, 'BAD_REQUEST', msg]);
    }
    const right: [number, unknown, Params][] = [
      [1, ' *tall* ', { value: '*tall*', rendered_value: '<p><em>tall</em></p>' }],
      [2, 'a\n\nb', { value: 'a\n\nb', rendered_value: '<p>a</p>\n<p>b</p>' }],
      [3, 'plants', { value: 'plants' }],
      [4, '2024-02-29', { value: '2024-02-29' }],
      [5, 'https://example.com/~dan', { value: 'https://example.com/~dan' }],
      [6, [world.people.eve.id], { value: JSON.stringify([world.people.eve.id]) }],
      [7, 'dan', { value: 'dan' }],
      [8, 'he/him', { value: 'he/him' }],
    ];
    for (const [type, value] of right) assert.equal((await set(type, value)).status, 200);
    const expected = Object.fromEntries(right.map(([type, , shown]) => [ids[type], shown]));
    assert.deepEqual((await dan.get('/users/me')).json.profile_data, expected);
    const asked = { include_custom_profile_fields: true };
    const { json } = await world.as('gus').get(`/users/${world.people.dan.id}`, asked);
    assert.deepEqual((json.user as Params).profile_data, expected);
    const without = await world.as('gus').get(`/users/${world.people.dan.id}`);
    assert.ok(!('profile_data' in (without.json.user as Params)));
    assert.equal((await dan.delete('/users/me/profile_data', { data: Object.values(ids) })).status, 200);
    assert.deepEqual((await dan.get('/users/me')).json.profile_data, {});
  });

  test('Profile field values are emitted to everyone, only when they change', async (t) => {
    const world = await makeWorld(t, engine);
    const id = await create(world.as('ada'), { field_type: 1, name: 'Phone' });
    const gus = await listen(world.as('gus'), { event_types: ['realm_user'] });
    const dan = world.as('dan');
    for (const value of ['7', '7', '', null])
      assert.equal((await dan.patch('/users/me/profile_data', { data: [{ id, value }] })).status, 200);
    assert.deepEqual(
      (await gus.received()).map((event) => (event.person as Params).custom_profile_field),
      [
        { id, value: '7', rendered_value: '<p>7</p>' },
        { id, value: null },
      ],
    );
  });

  test('Profile field values that users may not edit are changed by administrators', async (t) => {
    const world = await makeWorld(t, engine);
    const id = await create(world.as('ada'), { field_type: 1, name: 'Desk', editable_by_user: false });
    const free = await create(world.as('ada'), { field_type: 1, name: 'Phone' });
    const data = [
      { id: free, value: '7' },
      { id, value: 'corner' },
    ];
    const msg = 'You are not allowed to change this field. Contact an administrator to update it.';
    for (const who of ['cleo', 'dan', 'gus'] as const) {
      const person = world.as(who);
      for (const { status, json } of [
        await person.patch('/users/me/profile_data', { data }),
        await person.delete('/users/me/profile_data', { data: [id] }),
      ])
        assert.deepEqual([status, json.msg], [400, msg]);
      assert.deepEqual((await person.get('/users/me')).json.profile_data, {});
      const other = await person.patch(`/users/${world.people.eve.id}`, { profile_data: data });
      assert.deepEqual([other.status, other.json.msg], [400, 'Insufficient permission']);
    }
    assert.equal((await world.as('ben').patch('/users/me/profile_data', { data })).status, 200);
    const given = await world.as('ben').patch(`/users/${world.people.dan.id}`, { profile_data: data });
    assert.equal(given.status, 200);
    const shown = { [id]: { value: 'corner', rendered_value: '<p>corner</p>' } };
    const { profile_data } = (await world.as('dan').get('/users/me')).json;
    assert.deepEqual(profile_data, { ...shown, [free]: { value: '7', rendered_value: '<p>7</p>' } });
  });

  test('Profile field values require users and existing fields', async (t) => {
    const world = await makeWorld(t, engine);
    const id = await create(world.as('ada'), { field_type: 1, name: 'Phone' });
    const bot = await addPerson(world, 'loom-bot', { botOwner: 'dan' });
    const data = [{ id, value: '7' }];
    assert.equal((await world.as(bot).patch('/users/me/profile_data', { data })).status, 400);
    const ofBot = await world.as('ada').patch(`/users/${bot.id}`, { profile_data: data });
    assert.deepEqual([ofBot.status, ofBot.json.msg], [400, 'Bots have no profile fields.']);
    const unknown = [...data, { id: 999_999_999, value: 'x' }];
    for (const { json } of [
      await world.as('dan').patch('/users/me/profile_data', { data: unknown }),
      await world.as('dan').delete('/users/me/profile_data', { data: [999_999_999] }),
    ])
      assert.equal(json.msg, 'Field id 999999999 not found.');
    assert.deepEqual((await world.as('dan').get('/users/me')).json.profile_data, {});
  });
});
