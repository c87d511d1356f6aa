import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client } from '../../../../../tests/support/client.ts';
import { onBothEngines } from '../../../../../tests/support/engines.ts';
import { upload } from '../../../../../tests/support/files.ts';
import { runArchiveImport } from '../../../../../tests/support/fixtures/imports.ts';
import { zip } from '../../../../../tests/support/fixtures/zip.ts';
import { assertNoOrphans } from '../../../../../tests/support/checks/orphans.ts';
import { testSecrets } from '../../../../../tests/support/server.ts';
import { say } from '../../../../../tests/support/talk.ts';
import { makeWorld, type World } from '../../../../../tests/support/world.ts';
import { openApiKey } from '../../../lib/secrets.ts';
import { undoImport } from './index.ts';

/** Nora has made a folder, and has two bots. */
function archive(): Buffer {
  const person = (id: number, name: string) => ({
    id,
    full_name: name,
    delivery_email: `${name}@example.org`,
    is_active: true,
    role: 400,
  });
  const realm = {
    zerver_realm: [{ id: 1, uuid: 'people' }],
    zerver_userprofile: [
      person(1, 'nora'),
      { ...person(2, 'loom-bot'), is_bot: true, bot_type: 1, bot_owner: 1 },
      { ...person(3, 'poll-bot'), is_bot: true, bot_type: 1, bot_owner: 1 },
      person(4, 'olaf'),
    ],
    zerver_channelfolder: [
      { id: 11, name: 'Looms', description: '', order: 1, is_archived: false, creator: 1 },
    ],
  };
  return zip([
    { name: 'e/realm.json', data: JSON.stringify(realm) },
    { name: 'e/messages-000001.json', data: JSON.stringify({ zerver_message: [] }) },
  ]);
}

async function find(world: World, name: string) {
  const row = await world.app.db.read.q
    .selectFrom('person')
    .select(['id', 'email', 'api_key_box', 'bot_owner_id'])
    .where('org_id', '=', world.orgId)
    .where('full_name', '=', name)
    .executeTakeFirst();
  return row && { ...row, apiKey: openApiKey(testSecrets, row.api_key_box) };
}

onBothEngines('Undoing an import with accounts', (engine) => {
  test('Nothing that stays names an account that is gone: no bot that has posted, no folder, no list of muted people', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    await runArchiveImport(world, archive(), { product: 'zulip' });
    const [nora, bot] = [await find(world, 'nora'), await find(world, 'loom-bot')];
    assert.ok(nora && bot?.bot_owner_id === nora.id);
    const ada = world.as('ada');
    assert.equal((await ada.post(`/users/me/muted_users/${nora.id}`)).status, 200);
    const { json } = await ada.get('/channel_folders');
    const [folder] = json.channel_folders as { id: number; creator_id: number | null }[];
    assert.equal(folder?.creator_id, nora.id);
    const { general } = world.channels;
    assert.equal((await ada.patch(`/streams/${general}`, { folder_id: folder.id })).status, 200);
    const posted = await new Client(world.url, bot).post('/messages', {
      type: 'channel',
      to: 'general',
      topic: 'x',
      content: 'here',
    });
    assert.equal(posted.status, 200);
    await undoImport(world.app, await world.app.organizations.cache(world.orgId), undefined);
    assert.equal(await find(world, 'nora'), undefined);
    assert.equal((await find(world, 'loom-bot'))?.bot_owner_id, null);
    await assertNoOrphans(world);
    const { json: after } = await ada.get('/channel_folders');
    assert.deepEqual(
      (after.channel_folders as { creator_id: number | null }[]).map((one) => one.creator_id),
      [null],
    );
  });

  test('What accounts that go have reacted to, and the groups that they are in, lose them', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    await runArchiveImport(world, archive(), { product: 'zulip' });
    const [bot, olaf] = [await find(world, 'poll-bot'), await find(world, 'olaf')];
    assert.ok(bot && olaf);
    const ada = world.as('ada');
    const message_id = await say(world, 'ada', 'general', 'x', 'Who comes?');
    for (const client of [ada, new Client(world.url, bot)])
      assert.equal(
        (await client.post(`/messages/${message_id}/reactions`, { emoji_name: 'tada' })).status,
        200,
      );
    const group = { name: 'weavers', description: '', members: [olaf.id, world.people.ada.id] };
    assert.equal((await ada.post('/user_groups/create', group)).status, 200);
    await undoImport(world.app, await world.app.organizations.cache(world.orgId), undefined);
    assert.deepEqual([await find(world, 'poll-bot'), await find(world, 'olaf')], [undefined, undefined]);
    await assertNoOrphans(world);
    const { json } = await ada.get(`/messages/${message_id}`);
    const { reactions } = json.message as { reactions: { user_id: number }[] };
    assert.deepEqual(
      reactions.map((one) => one.user_id),
      [world.people.ada.id],
    );
    const { json: groups } = await ada.get('/user_groups');
    const made = (groups.user_groups as { name: string; members: number[] }[]).find(
      (one) => one.name === group.name,
    );
    assert.deepEqual(made?.members, [world.people.ada.id]);
  });

  test('Accounts that have voted, or own a file that a message here links to, stay', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    await runArchiveImport(world, archive(), { product: 'zulip' });
    const [bot, olaf] = [await find(world, 'poll-bot'), await find(world, 'olaf')];
    assert.ok(bot && olaf);
    const poll = await say(world, 'dan', 'general', 'x', '/poll Tea?\nYes');
    const voted = await new Client(world.url, bot).post('/submessage', {
      message_id: poll,
      msg_type: 'widget',
      content: JSON.stringify({ type: 'vote', key: 'canned,0', vote: 1 }),
    });
    assert.equal(voted.status, 200);
    const { url } = await upload(world, 'dan');
    await say(world, 'dan', 'general', 'x', `[plan](${url})`);
    // As if a message of the import had brought the file, and dan had quoted it.
    await world.app.db.write(world.orgId, 'system', (tx) =>
      tx.q.updateTable('attachment').set({ owner_id: olaf.id }).where('org_id', '=', world.orgId).execute(),
    );
    await undoImport(world.app, await world.app.organizations.cache(world.orgId), undefined);
    assert.ok(await find(world, 'poll-bot'));
    assert.ok(await find(world, 'olaf'));
    await assertNoOrphans(world);
  });
});
