/** Request sequences as Okta, Entra and Keycloak document that they send them, and what must be refused. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addOrganization } from '../../../../tests/support/change.ts';
import { getBrowser } from '../../../../tests/support/clients/browser.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { openQueue } from '../../../../tests/support/queue.ts';
import { makeWorld, type World } from '../../../../tests/support/world.ts';
import { setGrant } from '../../core/users/grants.ts';

type Body = Record<string, unknown>;

interface ScimReply {
  status: number;
  headers: Headers;
  body: Body & {
    Resources: Body[];
    detail?: string;
    scimType?: string;
    totalResults?: number;
    members: { value: string }[];
  };
}

/** A provider with a token of its own. */
async function getProvider(world: World) {
  const { json } = await world.as('ada').post('/heddle/scim_tokens', { name: 'Provider' });
  return providerWith(world, json.token);
}

function providerWith({ url }: World, token: string) {
  const send = async (method: string, path: string, body?: unknown): Promise<ScimReply> => {
    const response = await fetch(`${url}/scim/v2${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/scim+json' }),
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const parsed = (text === '' ? {} : JSON.parse(text)) as ScimReply['body'];
    return { status: response.status, headers: response.headers, body: parsed };
  };
  return {
    get: (path: string) => send('GET', path),
    post: (path: string, body: unknown) => send('POST', path, body),
    put: (path: string, body: unknown) => send('PUT', path, body),
    patch: (path: string, ...Operations: Body[]) =>
      send('PATCH', path, { schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'], Operations }),
    delete: (path: string) => send('DELETE', path),
  };
}

const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User';
const groupSchema = 'urn:ietf:params:scim:schemas:core:2.0:Group';
const newUser = (userName: string, more: Body = {}): Body => ({
  schemas: [userSchema],
  userName,
  name: { givenName: 'Hal', familyName: 'Novak' },
  emails: [{ primary: true, value: userName, type: 'work' }],
  active: true,
  ...more,
});

const refused = ({ status, body }: ScimReply): unknown[] => [status, body.status, body.scimType];

onBothEngines('Provisioning by SCIM', (engine) => {
  test('Okta finds no user, creates one, renames and deactivates it, and brings it back', async (t) => {
    const world = await makeWorld(t, engine);
    const okta = await getProvider(world);
    const none = await okta.get(
      '/Users?filter=userName%20eq%20%22hal%40example.com%22&startIndex=1&count=100',
    );
    assert.deepEqual([none.status, none.body.totalResults, none.body.Resources], [200, 0, []]);
    const okUser = newUser('hal@example.com', {
      displayName: 'Hal Novak',
      locale: 'en-US',
      externalId: '00ujl29u0le5T6Aj10h7',
      groups: [],
      password: '1mz050nq',
    });
    const made = await okta.post('/Users', okUser);
    assert.equal(made.status, 201);
    const id = made.body.id as string;
    assert.match(made.headers.get('location') ?? '', new RegExp(`/scim/v2/Users/${id}$`));
    assert.match(made.headers.get('content-type') ?? '', /^application\/scim\+json/);
    assert.deepEqual(
      [made.body.userName, made.body.active, made.body.externalId, made.body.name],
      [
        'hal@example.com',
        true,
        '00ujl29u0le5T6Aj10h7',
        { formatted: 'Hal Novak', givenName: 'Hal', familyName: 'Novak' },
      ],
    );
    assert.deepEqual(refused(await okta.post('/Users', okUser)), [409, '409', 'uniqueness']);
    const put = await okta.put(`/Users/${id}`, { ...okUser, name: { givenName: 'Hal', familyName: 'N.' } });
    assert.deepEqual([put.status, put.body.displayName], [200, 'Hal N.']);
    const off = await okta.patch(`/Users/${id}`, { op: 'replace', value: { active: false } });
    assert.deepEqual([off.status, off.body.active], [200, false]);
    assert.equal((await world.as('ada').get(`/users/${id}`)).json.user.is_active, false);
    const on = await okta.patch(`/Users/${id}`, { op: 'replace', value: { active: true } });
    assert.equal(on.body.active, true);
    const found = await okta.get('/Users?filter=userName%20eq%20%22HAL%40example.com%22');
    assert.deepEqual(
      found.body.Resources.map((one) => one.id),
      [id],
    );
  });

  test('Entra tests the connection, creates a user, and changes it by operations with capitals and texts', async (t) => {
    const world = await makeWorld(t, engine);
    const entra = await getProvider(world);
    const probe = await entra.get('/Users?filter=userName+eq+%22b2f1c9d0-0000-4000-8000-000000000000%22');
    assert.deepEqual([probe.status, probe.body.totalResults], [200, 0]);
    const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
    const { body } = await entra.post('/Users', {
      ...newUser('ivy@example.com', { externalId: '0a21f0f2' }),
      schemas: [userSchema, enterprise],
      [enterprise]: { department: 'Weaving' },
    });
    const path = `/Users/${String(body.id)}`;
    const changed = await entra.patch(
      path,
      { op: 'Replace', path: 'emails[type eq "work"].value', value: 'ivy.novak@example.com' },
      { op: 'Replace', path: 'name.familyName', value: 'Petrov' },
      { op: 'Add', path: 'phoneNumbers[type eq "work"].value', value: '555' },
    );
    assert.deepEqual(
      [changed.status, changed.body.userName, changed.body.displayName],
      [200, 'ivy.novak@example.com', 'Hal Petrov'],
    );
    const off = await entra.patch(path, { op: 'Replace', path: 'active', value: 'False' });
    assert.equal(off.body.active, false);
    assert.equal((await entra.get(path)).status, 200, 'a deactivated user can still be read');
    const group = await entra.post('/Groups', {
      schemas: [groupSchema],
      externalId: '8aa1a0c0',
      displayName: 'Weavers of cloth',
      members: [],
    });
    assert.equal(group.status, 201);
    const groupPath = `/Groups/${String(group.body.id)}`;
    const { dan, eve } = world.people;
    const add = (ids: number[]) => ({
      op: 'Add',
      path: 'members',
      value: ids.map((id) => ({ value: String(id) })),
    });
    await entra.patch(groupPath, add([dan.id, eve.id]));
    await entra.patch(groupPath, { op: 'Remove', path: 'members', value: [{ value: String(dan.id) }] });
    const search = `/Groups?excludedAttributes=members&filter=displayName+eq+%22Weavers+of+cloth%22`;
    const [listed] = (await entra.get(search)).body.Resources;
    assert.deepEqual([listed?.id, listed?.members], [group.body.id, undefined]);
    assert.deepEqual(
      (await entra.get(groupPath)).body.members.map(({ value }) => value),
      [String(eve.id)],
    );
    const { json } = await world.as('ada').get('/user_groups');
    const own = (json.user_groups as { id: number; members: number[] }[]).find(
      ({ id }) => String(id) === group.body.id,
    );
    assert.deepEqual(own?.members, [eve.id]);
    assert.equal((await entra.delete(groupPath)).status, 204);
    assert.equal((await entra.get(groupPath)).status, 404);
  });

  test('Okta pushes a group: members one by one, its name with its ID, and all members again', async (t) => {
    const world = await makeWorld(t, engine);
    const okta = await getProvider(world);
    const { dan, eve, cleo } = world.people;
    const members = [{ value: String(dan.id), display: 'dan@example.com' }];
    const { body } = await okta.post('/Groups', { schemas: [groupSchema], displayName: 'Spinners', members });
    const path = `/Groups/${String(body.id)}`;
    await okta.patch(path, { op: 'replace', value: { id: body.id, displayName: 'Spinners of wool' } });
    await okta.patch(
      path,
      { op: 'remove', path: `members[value eq "${dan.id}"]` },
      { op: 'add', path: 'members', value: [{ value: String(eve.id) }] },
    );
    const one = await okta.get(path);
    assert.deepEqual(
      [one.body.displayName, one.body.members.map(({ value }) => value)],
      ['Spinners of wool', [String(eve.id)]],
    );
    const all = [{ value: String(cleo.id) }, { value: String(dan.id) }];
    await okta.patch(path, { op: 'replace', path: 'members', value: all });
    const after = (await okta.get(path)).body.members.map(({ value }) => value);
    assert.deepEqual(after.toSorted(), [String(cleo.id), String(dan.id)].toSorted());
    const taken = { schemas: [groupSchema], displayName: 'Spinners of wool' };
    assert.deepEqual(refused(await okta.post('/Groups', taken)), [409, '409', 'uniqueness']);
  });

  test('Keycloak creates users with separate names, replaces them whole, and cannot delete them', async (t) => {
    const world = await makeWorld(t, engine);
    const keycloak = await getProvider(world);
    for (const path of ['/ServiceProviderConfig', '/ResourceTypes', '/Schemas', `/Schemas/${userSchema}`])
      assert.equal((await keycloak.get(path)).status, 200, path);
    const body = newUser('kim@example.com', { role: 'guest' });
    const made = await keycloak.post('/Users', body);
    assert.equal(made.body.role, 'guest');
    const path = `/Users/${String(made.body.id)}`;
    const put = await keycloak.put(path, { ...body, role: 'moderator', active: false });
    assert.deepEqual([put.body.role, put.body.active], ['moderator', false]);
    const gone = await keycloak.delete(path);
    assert.deepEqual(
      [gone.status, gone.body.schemas],
      [400, ['urn:ietf:params:scim:api:messages:2.0:Error']],
    );
  });

  test('A token makes no administrators, and gives nobody their accounts, but ends them', async (t) => {
    const world = await makeWorld(t, engine);
    const { ada, ben, cleo, dan, eve } = world.people;
    const provider = await getProvider(world);
    const change = (who: { id: number }, path: string, value: unknown) =>
      provider.patch(`/Users/${who.id}`, { op: 'replace', path, value });
    await world.app.db.write(world.orgId, 'system', (tx) => setGrant(tx, eve.id, 'can_create_users', true));
    assert.equal((await change(cleo, 'active', false)).status, 200);
    const roleBefore = (await provider.get(`/Users/${cleo.id}`)).body.role;
    for (const role of ['owner', 'administrator']) {
      assert.equal((await provider.post('/Users', newUser('hal@example.com', { role }))).status, 403);
      for (const who of [dan, cleo]) assert.equal((await change(who, 'role', role)).status, 403, role);
      assert.equal((await provider.put(`/Users/${dan.id}`, { roles: [{ value: role }] })).status, 403);
    }
    assert.equal((await change(ben, 'role', 'owner')).status, 403);
    assert.equal((await provider.get(`/Users/${cleo.id}`)).body.role, roleBefore);
    for (const who of [ada, ben, eve]) {
      assert.equal((await change(who, 'userName', 'mine@example.com')).status, 403);
      assert.equal((await change(who, 'userName', who.email.toUpperCase())).status, 200);
    }
    const same = await provider.put(`/Users/${ben.id}`, { role: 'administrator', displayName: 'Ben Novak' });
    assert.deepEqual([same.status, same.body.displayName], [200, 'Ben Novak']);

    const ended = newUser('mine@example.com', { role: 'owner', active: false });
    for (const who of [ben, eve]) {
      const { status, body } = await provider.put(`/Users/${who.id}`, ended);
      assert.deepEqual([status, body.active], [200, false]);
      assert.notEqual(body.userName, 'mine@example.com');
      assert.equal((await change(who, 'active', true)).status, 403);
    }
    const lowered = await change(ben, 'role', 'member');
    assert.deepEqual([lowered.status, lowered.body.role], [200, 'member']);
    assert.equal((await change(ben, 'active', true)).status, 200);
    assert.equal((await change(dan, 'userName', 'dan.ito@example.com')).status, 200);
  });

  test('Deactivating a user ends sessions, API keys and event queues at once', async (t) => {
    const world = await makeWorld(t, engine);
    const provider = await getProvider(world);
    const browser = await getBrowser(world, 'dan');
    const queue = await openQueue(world, 'dan');
    const held = queue.hold(queue.start);
    await queue.untilHeld();
    const { status } = await provider.patch(`/Users/${world.people.dan.id}`, {
      op: 'replace',
      path: 'active',
      value: false,
    });
    assert.equal(status, 200);
    await held;
    assert.equal(world.app.hub.get(queue.id), undefined);
    assert.equal((await browser.get('/users/me')).status, 401);
    assert.equal((await world.as('dan').get('/users/me')).status, 401);
  });

  test('A token reaches neither another organization nor anything after it was revoked', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const other = await addOrganization(world);
    const provider = await getProvider(world);
    const foreign = String(other.ownerId);
    for (const reply of [
      await provider.get(`/Users/${foreign}`),
      await provider.patch(`/Users/${foreign}`, { op: 'replace', path: 'active', value: false }),
      await provider.put(`/Users/${foreign}`, newUser('zoe@example.com')),
    ])
      assert.equal(reply.status, 404);
    const members = [{ value: foreign }];
    assert.equal((await provider.post('/Groups', { displayName: 'Others', members })).status, 400);
    const { json } = await world.as('ada').get('/heddle/scim_tokens');
    const [token] = json.scim_tokens as { id: number; last_used_at: number | null }[];
    assert.ok(token && token.last_used_at !== null);
    assert.equal((await world.as('ben').get('/heddle/scim_tokens')).status, 403);
    assert.equal((await world.as('ada').delete(`/heddle/scim_tokens/${token.id}`)).status, 200);
    const ended = await provider.get('/Users');
    assert.deepEqual([ended.status, ended.headers.get('www-authenticate')], [401, 'Bearer realm="heddle"']);
    const { apiKey } = world.people.ada;
    assert.equal((await providerWith(world, apiKey).get('/Users')).status, 401, 'an API key is no token');
    assert.equal((await providerWith(world, apiKey).post('/Users', '{')).status, 401, 'the body is not read');
    await world.app.db.write(other.orgId, 'system', (tx) =>
      tx.q
        .insertInto('scim_token')
        .values({ org_id: other.orgId, name: 'x', token_hash: 'x', created_at: 0, last_used_at: null })
        .execute(),
    );
    assert.equal((await world.as('ada').delete('/heddle/scim_tokens/999')).status, 400);
  });

  test('After ten wrong tokens a network has to wait, and a right token still counts', async (t) => {
    const world = await makeWorld(t, engine, { config: { rateLimits: 'on' } });
    const provider = await getProvider(world);
    const guess = () => providerWith(world, 'x'.repeat(40)).get('/Users');
    for (let n = 0; n < 10; n++) assert.equal((await guess()).status, 401);
    assert.equal((await guess()).status, 429);
    assert.equal((await provider.get('/Users')).status, 200);
  });

  test('What SCIM cannot say is refused in its form, and changes nothing', async (t) => {
    const world = await makeWorld(t, engine);
    const provider = await getProvider(world);
    const { ada, dan } = world.people;
    const filter = (text: string) => provider.get(`/Users?filter=${encodeURIComponent(text)}`);
    assert.deepEqual(refused(await filter('userName eq "a" or userName eq "b"')), [
      400,
      '400',
      'invalidFilter',
    ]);
    assert.deepEqual(refused(await filter('password eq "a"')), [400, '400', 'invalidFilter']);
    assert.deepEqual(refused(await provider.post('/Users', '{"userName"')), [400, '400', 'invalidSyntax']);
    const nested = `{"x":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    assert.deepEqual(refused(await provider.post('/Users', nested)), [400, '400', 'invalidSyntax']);
    assert.equal((await provider.post('/Users', newUser('no address'))).status, 400);
    assert.equal((await provider.post('/Users', newUser('x@example.com', { active: false }))).status, 400);
    assert.equal((await provider.post('/Users', newUser('x@example.com', { role: 'king' }))).status, 400);
    assert.equal((await provider.patch(`/Users/${dan.id}`, { op: 'move', path: 'active' })).status, 400);
    for (const externalId of ['a\0b', 'x'.repeat(501)]) {
      const named = await provider.patch(`/Users/${dan.id}`, {
        op: 'add',
        path: 'externalId',
        value: externalId,
      });
      assert.deepEqual(refused(named), [400, '400', 'invalidValue']);
    }
    const last = await provider.patch(`/Users/${ada.id}`, { op: 'replace', path: 'active', value: false });
    assert.match(last.body.detail ?? '', /only organization owner/);
    const half = await provider.patch(
      `/Users/${dan.id}`,
      { op: 'replace', path: 'name.formatted', value: 'Daniel Ito' },
      { op: 'replace', path: 'userName', value: 'eve@example.com' },
    );
    assert.deepEqual(refused(half), [409, '409', 'uniqueness']);
    assert.equal((await provider.get(`/Users/${dan.id}`)).body.displayName, 'Dan Ito');
    const { json } = await world.as('ada').get('/user_groups', { include_deactivated_groups: false });
    const system = (json.user_groups as { id: number; is_system_group: boolean }[]).find(
      (group) => group.is_system_group,
    );
    const managed = await provider.patch(`/Groups/${system?.id}`, { op: 'add', path: 'members', value: [] });
    assert.equal(managed.status, 400);
    assert.ok(!(await provider.get('/Groups')).body.Resources.some(({ id }) => id === String(system?.id)));
  });

  test('Users are listed in pages, without bots', async (t) => {
    const world = await makeWorld(t, engine);
    const provider = await getProvider(world);
    const all = await provider.get('/Users');
    assert.equal(all.body.totalResults, 6);
    const page = await provider.get('/Users?startIndex=3&count=2');
    assert.deepEqual(
      [page.body.totalResults, page.body.startIndex, page.body.itemsPerPage, page.body.Resources.length],
      [6, 3, 2, 2],
    );
    assert.deepEqual(page.body.Resources[0], all.body.Resources[2]);
  });

  test('A body with an object of many fields is refused before it is searched', async (t) => {
    const provider = await getProvider(await makeWorld(t, engine));
    const wide = Object.fromEntries(Array.from({ length: 201 }, (_, n) => [`k${n}`, 'v']));
    for (const body of [
      { ...newUser('hal@example.com'), ...wide },
      { ...newUser('hal@example.com'), name: wide },
    ]) {
      const { status, body: refusal } = await provider.post('/Users', body);
      assert.deepEqual([status, refusal.scimType], [400, 'invalidSyntax']);
    }
  });
});
