/** Ids of another organization on the same server, wherever an operation of the contract takes one. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFolder } from '../../server/src/features/folders/actions.ts';
import { addGroup, addOrganization, sayElsewhere, setOrganization } from '../support/change.ts';
import type { Reply } from '../support/client.ts';
import { onBothEngines } from '../support/engines.ts';
import { listen } from '../support/listen.ts';
import { makeWorld } from '../support/world.ts';

/** The queue of a client that names no types has all of them. */
const everything = { event_types: undefined };
const people = (...ids: number[]) => ({ direct_members: ids, direct_subgroups: [] });

onBothEngines('IDs of another organization', (engine) => {
  test('IDs of another organization get exactly the response of missing ones and change nothing', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const others = await addOrganization(world);
    const ada = world.as('ada');
    await setOrganization(world, { moderation_request_channel_id: world.channels.design });
    const nowhere = 999_999;
    const theirs = {
      user: others.ownerId,
      channel: others.channelId,
      group: others.groupId,
      message: await sayElsewhere(world, others),
      folder: await world.app.db.write(others.orgId, 'system', (tx) =>
        createFolder(tx, others.ownerId, { name: 'Theirs', description: '' }),
      ),
    };
    const own = await addGroup(world, 'spinners', []);
    const made = { subscriptions: [{ name: 'twill' }] };
    const asked: [keyof typeof theirs, (id: number) => Promise<Reply>][] = [
      ['user', (id) => ada.delete(`/users/${id}`)],
      [
        'user',
        (id) =>
          ada.post('/users/me/subscriptions', { subscriptions: [{ name: 'general' }], principals: [id] }),
      ],
      ['channel', (id) => ada.get(`/users/me/${id}/topics`)],
      ['channel', (id) => ada.post(`/streams/${id}/delete_topic`, { topic_name: 'warp' })],
      ['channel', (id) => ada.post('/invites', { invitee_emails: 'new@example.com', stream_ids: [id] })],
      [
        'group',
        (id) => ada.post('/invites', { invitee_emails: 'new@example.com', stream_ids: [], group_ids: [id] }),
      ],
      ['group', (id) => ada.patch(`/user_groups/${id}`, { name: 'ours' })],
      ['group', (id) => ada.post(`/user_groups/${id}/subgroups`, { delete: [1] })],
      ['group', (id) => ada.post(`/user_groups/${own}/subgroups`, { add: [id] })],
      ['group', (id) => ada.patch(`/user_groups/${own}`, { can_join_group: { new: id } })],
      ['group', (id) => ada.post('/users/me/subscriptions', { ...made, can_add_subscribers_group: id })],
      ['folder', (id) => ada.patch(`/channel_folders/${id}`, { name: 'Ours' })],
      ['message', (id) => ada.get(`/messages/${id}`)],
      ['message', (id) => ada.post(`/messages/${id}/report`, { report_type: 'spam' })],
      ['message', (id) => ada.post(`/messages/${id}/typing`, { op: 'start' })],
      ['user', (id) => ada.patch(`/user_groups/${own}`, { can_join_group: { new: people(id) } })],
    ];
    const received = await listen(ada, everything);
    for (const [kind, ask] of asked) {
      const foreign = await ask(theirs[kind]);
      const missing = await ask(nowhere);
      assert.equal(foreign.status, 400, JSON.stringify(foreign.json));
      const text = JSON.stringify(missing.json).replaceAll(String(nowhere), String(theirs[kind]));
      assert.deepEqual([foreign.status, JSON.stringify(foreign.json)], [missing.status, text]);
    }
    assert.deepEqual(await received.received(), []);
  });
});
