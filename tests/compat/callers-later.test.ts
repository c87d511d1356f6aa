/** Who may call each operation from listing channels to uploading, and the errors of those who may not: one table, as in callers.test.ts. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { roles } from '../../wire/core.ts';
import { setGrant } from '../../server/src/core/users/grants.ts';
import {
  bad,
  callers,
  checkCallers,
  may,
  noAdministrator,
  noBots,
  forAdministrators,
  refusals,
  type Operation,
  type Refusal,
} from '../support/clients/callers.ts';
import { addPerson } from '../support/change.ts';
import type { Client } from '../support/client.ts';
import { onBothEngines } from '../support/engines.ts';
import { say } from '../support/talk.ts';
import { makeWorld, type World } from '../support/world.ts';

const noMessage = bad('Invalid message(s)');
const noChannel = bad('Invalid channel ID');
const notTheirs = bad("You don't have permission to edit this message");
const noOwner: Refusal = { ...noAdministrator, msg: 'Must be an organization owner' };
const notGranted = bad('User not authorized to create users');
const notForAll = bad('User not authorized for this query');

const forEveryone = refusals(may, may, may, may, may, may, may);
const forOwners = refusals(may, noOwner, noOwner, noOwner, noOwner, noOwner, noOwner);
const forPeople = refusals(may, may, may, may, may, noBots, noBots);

const password = 'seven shuttles of flax';
const fragment = 'narrow/channel/3-design/topic/loom';

async function typeIntoOwn(world: World, client: Client, other: number) {
  const place = { type: 'channel', to: world.channels.general, topic: 'warp', content: 'hello' };
  const { json } = await client.post('/messages', place);
  return client.post(`/messages/${(json.id as number | undefined) ?? other}/typing`, { op: 'start' });
}

async function renameOwnView(client: Client) {
  await client.post('/navigation_views', { fragment, is_pinned: true, name: 'Loom' });
  return client.patch(`/navigation_views/${fragment}`, { name: 'Weft' });
}

function uploadFile(client: Client) {
  const body = new FormData();
  body.set('file', new File(['warp'], 'a.txt'));
  return client.send('POST', '/user_uploads', { body });
}

/** Ada owns, Ben administers, Cleo moderates, Dan is a member, Gus a guest; Ada and Dan alone are in the vault. */
async function readingIn(world: World): Promise<Operation[]> {
  const { general, lounge, vault } = world.channels;
  const said = await say(world, 'eve', 'general', 'warp');
  const secret = await say(world, 'ada', 'vault', 'weft');
  const type = (id: number) => (client: Client) => client.post(`/messages/${id}/typing`, { op: 'start' });
  const topics = (id: number) => (client: Client) => client.get(`/users/me/${id}/topics`);
  return [
    { name: 'get all channels', ask: (client) => client.get('/streams'), refused: forEveryone },
    {
      name: 'get all active channels',
      ask: (client) => client.get('/streams', { include_all_active: true }),
      refused: refusals(may, may, notForAll, notForAll, notForAll, notForAll, may),
    },
    { name: 'get topics', ask: topics(general), refused: forEveryone },
    {
      name: 'get topics of a public channel without being there',
      ask: topics(lounge),
      refused: refusals(may, may, may, may, noChannel, may, may),
    },
    {
      name: 'get topics of a private channel',
      ask: topics(vault),
      refused: refusals(may, noChannel, noChannel, may, noChannel, noChannel, noChannel),
    },
    {
      name: 'send typing events for an own message',
      ask: (client) => typeIntoOwn(world, client, said),
      refused: forEveryone,
    },
    {
      name: 'type into a message of another',
      ask: type(said),
      refused: refusals(notTheirs, notTheirs, notTheirs, notTheirs, notTheirs, notTheirs, notTheirs),
    },
    {
      name: 'type into a message of a private channel',
      ask: type(secret),
      refused: refusals(may, noMessage, noMessage, notTheirs, noMessage, noMessage, noMessage),
    },
    { name: 'get own user', ask: (client) => client.get('/users/me'), refused: forEveryone },
  ];
}

async function changingIn(world: World): Promise<Operation[]> {
  const leaving: number[] = [];
  for (const [number] of callers.entries()) leaving.push((await addPerson(world, `leaving-${number}`)).id);
  const owner = await addPerson(world, 'second-owner', { role: roles.owner });
  await world.app.db.write(world.orgId, 'system', async (tx) => {
    for (const { id } of Object.values(world.people)) await setGrant(tx, id, 'can_create_users', true);
  });
  const add = (client: Client, number: number) =>
    client.post('/realm/domains', { domain: `loom${number}.example`, allow_subdomains: false });
  const kept = await add(world.as('ada'), callers.length);
  assert.equal(kept.status, 200);
  return [
    {
      name: 'add an APNs device token',
      ask: (client, number) =>
        client.post('/users/me/apns_device_token', { token: `c0ffee0${number}`, appid: 'org.example.App' }),
      refused: forPeople,
    },
    {
      name: 'deactivate a member',
      ask: (client, number) => client.delete(`/users/${leaving[number] ?? 0}`),
      refused: forAdministrators,
    },
    {
      name: 'deactivate one of two owners',
      ask: (client) => client.delete(`/users/${owner.id}`),
      refused: refusals(
        may,
        noOwner,
        noAdministrator,
        noAdministrator,
        noAdministrator,
        noAdministrator,
        noOwner,
      ),
    },
    {
      name: 'create a user, where all people were granted it',
      ask: (client, number) =>
        client.post('/users', { email: `new-${number}@example.com`, password, full_name: `New ${number}` }),
      refused: refusals(
        may,
        may,
        noAdministrator,
        noAdministrator,
        noAdministrator,
        noAdministrator,
        notGranted,
      ),
    },
    { name: 'update the navigation view', ask: renameOwnView, refused: forEveryone },
    { name: 'add an allowed domain', ask: add, refused: forOwners },
    {
      name: 'update an allowed domain',
      ask: (client) =>
        client.patch(`/realm/domains/loom${callers.length}.example`, { allow_subdomains: true }),
      refused: forOwners,
    },
    { name: 'upload a file', ask: uploadFile, refused: forEveryone },
  ];
}

onBothEngines('Callers of later operations', (engine) => {
  test('Later operations refuse every caller without permission, with the documented error and no effect', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    await checkCallers(world, [...(await readingIn(world)), ...(await changingIn(world))]);
  });
});
