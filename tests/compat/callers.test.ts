/** Who may call each operation from subscribing to reporting, and the errors of those who may not: one table, a column for each role. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hashPassword } from '../../server/src/lib/passwords.ts';
import { addGroup, addOrganization, addPerson, deactivate, setOrganization } from '../support/change.ts';
import {
  bad,
  callers,
  checkCallers,
  may,
  noBots,
  forAdministrators,
  refusals,
  type Operation,
} from '../support/clients/callers.ts';
import type { Client, Params } from '../support/client.ts';
import { onBothEngines } from '../support/engines.ts';
import { say, sendDirect } from '../support/talk.ts';
import { makeWorld, type World } from '../support/world.ts';

const insufficient = bad('Insufficient permission');
const noGuests = bad('Not allowed for guest users');
const noMessage = bad('Invalid message(s)');

/** Ada owns, Ben administers, Cleo moderates, Dan is a member, Gus a guest; Ada and Dan alone are in the vault. */
async function operationsIn(world: World): Promise<Operation[]> {
  const { general, design } = world.channels;
  const ada = world.as('ada');
  await setOrganization(world, { moderation_request_channel_id: design });
  const said = await say(world, 'eve', 'general', 'warp');
  const secret = await say(world, 'ada', 'vault', 'weft');
  const whisper = await sendDirect(world, 'dan', ['eve']);
  const group = await addGroup(world, 'weavers', []);
  const parts = await Promise.all(callers.map((caller) => addGroup(world, `part of ${caller}`, [])));
  const folder = (await ada.post('/channel_folders/create', { name: 'Looms' })).json.channel_folder_id;
  const subscribe =
    (name: string) =>
    (client: Client, params: Params = {}) =>
      client.post('/users/me/subscriptions', { subscriptions: [{ name }], ...params });
  const closed = bad('Unable to access channel (vault).');
  const readsVault = refusals(may, noMessage, noMessage, may, noMessage, noMessage, noMessage);
  const readsWhisper = refusals(noMessage, noMessage, noMessage, may, noMessage, noMessage, noMessage);
  const spam = { report_type: 'spam' };
  const forEveryone = refusals(may, may, may, may, may, may, may);
  const nonGuests = refusals(may, may, may, may, noGuests, may, may);
  const forOwners = refusals(
    may,
    insufficient,
    insufficient,
    insufficient,
    noGuests,
    insufficient,
    insufficient,
  );
  const principals = [world.people.eve.id];
  return [
    { name: 'enter a public channel', ask: (client) => subscribe('lounge')(client), refused: nonGuests },
    {
      name: 'make a channel',
      ask: (client, number) => subscribe(`loom ${number}`)(client),
      refused: nonGuests,
    },
    {
      name: 'enter a private channel',
      ask: (client) => subscribe('vault')(client),
      refused: refusals(may, closed, closed, may, noGuests, closed, closed),
    },
    {
      name: 'bring others',
      ask: (client) => subscribe('general')(client, { principals }),
      refused: nonGuests,
    },
    {
      name: 'update a user group',
      ask: (client, number) => client.patch(`/user_groups/${group}`, { description: `at loom ${number}` }),
      refused: forOwners,
    },
    {
      name: 'update subgroups',
      ask: (client, number) => client.post(`/user_groups/${group}/subgroups`, { add: [parts[number]] }),
      refused: forOwners,
    },
    {
      name: 'update a channel folder',
      ask: (client, number) => client.patch(`/channel_folders/${folder}`, { name: `Looms ${number}` }),
      refused: forAdministrators,
    },
    { name: 'fetch a message', ask: (client) => client.get(`/messages/${said}`), refused: forEveryone },
    {
      name: 'fetch one of a private channel',
      ask: (client) => client.get(`/messages/${secret}`),
      refused: readsVault,
    },
    {
      name: 'fetch a direct message',
      ask: (client) => client.get(`/messages/${whisper}`),
      refused: readsWhisper,
    },
    {
      name: 'send invitations',
      ask: (client, number) =>
        client.post('/invites', {
          invitee_emails: `guest-${number}@example.com`,
          stream_ids: [],
          invite_as: 600,
        }),
      refused: refusals(may, may, may, may, insufficient, noBots, may),
    },
    {
      name: 'create a custom profile field',
      ask: (client, number) =>
        client.post('/realm/profile_fields', { field_type: 1, name: `Loom ${number}` }),
      refused: forAdministrators,
    },
    {
      name: 'delete a topic',
      ask: (client) => client.post(`/streams/${general}/delete_topic`, { topic_name: 'nothing' }),
      refused: forAdministrators,
    },
    {
      name: 'report a message',
      ask: (client) => client.post(`/messages/${said}/report`, spam),
      refused: forEveryone,
    },
    {
      name: 'report one of a private channel',
      ask: (client) => client.post(`/messages/${secret}/report`, spam),
      refused: readsVault,
    },
    {
      name: 'report a direct message',
      ask: (client) => client.post(`/messages/${whisper}/report`, spam),
      refused: readsWhisper,
    },
  ];
}

onBothEngines('Callers', (engine) => {
  test('Operations refuse every caller without permission, with the documented error and no effect', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    await checkCallers(world, await operationsIn(world));
  });
});

const password = 'seven shuttles of flax';
const passwordHash = await hashPassword(password);

onBothEngines('Callers of fetch_api_key', (engine) => {
  test('An API key is returned for a password of every role, but not to bots and deactivated users', async (t) => {
    const world = await makeWorld(t, engine, { passwordHash, alone: true });
    const bot = await addPerson(world, 'shuttle-bot', { botOwner: 'dan' });
    await deactivate(world, world.people.eve.id);
    const { orgId, ownerId } = await addOrganization(world);
    await world.app.db.write(orgId, 'system', async (tx) => {
      await tx.q
        .updateTable('person')
        .set({ password_hash: passwordHash })
        .where('id', '=', ownerId)
        .execute();
    });
    const ask = (email: string) => world.anonymous.post('/fetch_api_key', { username: email, password });
    for (const who of ['ada', 'ben', 'cleo', 'dan', 'gus'] as const) {
      const { id, email, apiKey } = world.people[who];
      const { status, json } = await ask(email);
      assert.deepEqual(
        [status, json],
        [200, { result: 'success', msg: '', api_key: apiKey, email, user_id: id }],
      );
    }
    const refusals = [
      [bot.email, 'AUTHENTICATION_FAILED'],
      [world.people.eve.email, 'USER_DEACTIVATED'],
      ['olga@others.example', 'AUTHENTICATION_FAILED'],
    ] as const;
    for (const [email, code] of refusals) {
      const { status, json } = await ask(email);
      assert.deepEqual([status, json.code, 'api_key' in json], [401, code, false], email);
    }
  });
});
