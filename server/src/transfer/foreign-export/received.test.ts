/** What an export makes wider: a channel with protected history and one where only some post. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addChannel, addMembers } from '../../../../tests/support/change.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { importFolder, writtenExport } from '../../../../tests/support/fixtures/foreign-exports.ts';
import { say } from '../../../../tests/support/talk.ts';
import { makeWorld, people, type World } from '../../../../tests/support/world.ts';
import type { ZulipVersion } from './zulip-versions.ts';

async function readWords(world: World, who: 'ben' | 'dan' | 'eve', channel: string): Promise<string[]> {
  const { json } = await world.as(who).get('/messages', {
    anchor: 'newest',
    num_before: 50,
    num_after: 0,
    apply_markdown: false,
    narrow: [{ operator: 'channel', operand: channel }],
  });
  return ((json.messages ?? []) as { content: string }[]).map(({ content }) => content.slice(0, 5));
}

onBothEngines('Exports of closed channels', (engine) => {
  test('In the format of Zulip, people get what they received in a channel with protected history, and no mention opens more', async (t) => {
    const world = await makeWorld(t, engine);
    const { ada, ben, dan } = world.people;
    const council = await addChannel(world, { name: 'council', isPrivate: true, isHistoryPublic: false });
    const post = async (who: 'ada', content: string) => {
      const sent = await world
        .as(who)
        .post('/messages', { type: 'channel', to: council, topic: 'secrets', content });
      assert.equal(sent.status, 200, JSON.stringify(sent.json));
    };
    await addMembers(world, council, [ada.id, dan.id]);
    await post('ada', `word1 for @**${people.ben.fullName}**`);
    await addMembers(world, council, [ben.id]);
    await post('ada', 'word2');
    await world.as('ada').delete('/users/me/subscriptions', {
      subscriptions: ['council'],
      principals: [dan.id],
    });
    await post('ada', `word3 for @**${people.dan.fullName}**`);
    await addMembers(world, council, [dan.id]);
    await say(world, 'ben', 'general', 'looms', 'word4');
    const expected = {
      ben: ['word2', 'word3'],
      dan: ['word1', 'word2'],
    };
    for (const who of ['ben', 'dan'] as const)
      assert.deepEqual(await readWords(world, who, 'council'), expected[who]);
    const written = await writtenExport(t, world, 'zulip');
    const { zerver_usermessage: rows } = JSON.parse(written.texts.get('messages-000001.json') ?? '') as {
      zerver_usermessage: { user_profile: number; message: number }[];
    };
    assert.equal(new Set(rows.map((row) => `${row.user_profile} ${row.message}`)).size, rows.length);
    const other = await makeWorld(t, engine);
    await importFolder(other, 'zulip', written.path);
    for (const who of ['ben', 'dan'] as const)
      assert.deepEqual(await readWords(other, who, 'council'), expected[who]);
    assert.deepEqual(await readWords(other, 'eve', 'council'), []);
    // People with rows of their own keep them in other channels too.
    assert.ok((await readWords(other, 'dan', 'general (zulip)')).includes('word4'));
  });

  test('What a format has no place for is said: who may post and begin topics, and protected history', async (t) => {
    const world = await makeWorld(t, engine);
    await addChannel(world, { name: 'council', isPrivate: true, isHistoryPublic: false });
    const announce = await addChannel(world, { name: 'announce' });
    const changed = await world.as('ada').patch(`/streams/${announce}`, {
      can_send_message_group: { new: { direct_members: [world.people.ada.id], direct_subgroups: [] } },
    });
    assert.equal(changed.status, 200, JSON.stringify(changed.json));
    const moderated = await addChannel(world, { name: 'moderated' });
    const limited = await world.as('ada').patch(`/streams/${moderated}`, {
      can_create_topic_group: { new: { direct_members: [world.people.ada.id], direct_subgroups: [] } },
    });
    assert.equal(limited.status, 200, JSON.stringify(limited.json));
    const places = async (format: 'slack' | 'mattermost' | 'zulip' | 'markdown', version?: ZulipVersion) =>
      (await writtenExport(t, world, format, version === undefined ? {} : { version })).counts.widened.map(
        (line) => line.replace(/:.*/, ''),
      );
    const all = ['vault', 'council', 'announce', 'moderated'].map((name) => `channel ${name}`);
    for (const format of ['slack', 'mattermost'] as const) assert.deepEqual(await places(format), all);
    assert.deepEqual(await places('zulip'), []);
    assert.deepEqual(await places('zulip', 11), ['channel moderated']);
    assert.deepEqual(await places('markdown'), []);
  });
});
