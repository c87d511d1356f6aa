import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onBothEngines } from '../../../../../tests/support/engines.ts';
import { runArchiveImport } from '../../../../../tests/support/fixtures/imports.ts';
import { zip } from '../../../../../tests/support/fixtures/zip.ts';
import { makeWorld, type World } from '../../../../../tests/support/world.ts';
import { undoImport } from './index.ts';

/** Outer has inner in it, each holds a permission of the other, and outer may post in a channel. */
function archive(): Buffer {
  const realm = {
    zerver_realm: [{ id: 1, uuid: 'groups' }],
    zerver_userprofile: [
      { id: 1, full_name: 'ben', delivery_email: 'ben@example.com', is_active: true, role: 400 },
    ],
    zerver_namedusergroup: [
      { id: 50, name: 'outer', is_system_group: false, can_mention_group: 51 },
      { id: 51, name: 'inner', is_system_group: false, can_manage_group: 50 },
      { id: 52, name: 'named', is_system_group: false },
    ],
    zerver_usergroupmembership: [50, 51, 52].map((id) => ({ user_group: id, user_profile: 1 })),
    zerver_groupgroupmembership: [{ supergroup: 50, subgroup: 51 }],
    zerver_stream: [
      {
        id: 1,
        name: 'dock',
        description: '',
        invite_only: false,
        history_public_to_subscribers: true,
        can_send_message_group: 50,
      },
    ],
    zerver_recipient: [{ id: 31, type: 2, type_id: 1 }],
    zerver_subscription: [{ recipient: 31, user_profile: 1, active: true }],
  };
  return zip([
    { name: 'e/realm.json', data: JSON.stringify(realm) },
    { name: 'e/messages-000001.json', data: JSON.stringify({ zerver_message: [] }) },
  ]);
}

async function groupNames(world: World): Promise<string[]> {
  const { json } = await world.as('ada').get('/user_groups?include_deactivated_groups=true');
  const groups = json.user_groups as { name: string; is_system_group: boolean }[];
  return groups.flatMap(({ name, is_system_group: isSystem }) => (isSystem ? [] : [name])).toSorted();
}

onBothEngines('Undoing an import with user groups', (engine) => {
  test('Its groups are gone, and one that holds a permission elsewhere is deactivated under a name that says why', async (t) => {
    const world = await makeWorld(t, engine);
    const undo = async () =>
      undoImport(world.app, await world.app.organizations.cache(world.orgId), undefined);
    const before = await groupNames(world);
    await runArchiveImport(world, archive(), { product: 'zulip' });
    assert.deepEqual(await groupNames(world), [...before, 'inner', 'named', 'outer'].toSorted());
    await undo();
    assert.deepEqual(await groupNames(world), before);
    await runArchiveImport(world, archive(), { product: 'zulip' });
    const cache = await world.app.organizations.cache(world.orgId);
    const given = { new: cache.groups.find('name', 'named')?.id };
    const general = `/streams/${world.channels.general}`;
    const patched = await world.as('ada').patch(general, { can_send_message_group: given });
    assert.equal(patched.status, 200);
    await undo();
    assert.deepEqual(await groupNames(world), [...before, 'named (undone)'].toSorted());
    await runArchiveImport(world, archive(), { product: 'zulip' });
    assert.ok((await groupNames(world)).includes('named'));
  });
});
