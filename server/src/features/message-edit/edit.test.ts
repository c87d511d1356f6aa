import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { setChannel, setOrganization } from '../../../../tests/support/change.ts';
import type { Json, Params } from '../../../../tests/support/client.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { upload } from '../../../../tests/support/files.ts';
import { getFlags, listenAs, say, sendDirect, getUnread } from '../../../../tests/support/talk.ts';
import { makeWorld, names, type Name, type World } from '../../../../tests/support/world.ts';

const edit = (world: World, who: Name, id: number, params: Params) =>
  world.as(who).patch(`/messages/${id}`, params);

async function shown(world: World, who: Name, id: number, params: Params = {}): Promise<Json> {
  const { status, json } = await world.as(who).get(`/messages/${id}`, params);
  assert.equal(status, 200, json.msg);
  return json.message;
}

const getContent = async (world: World, id: number) =>
  (await shown(world, 'dan', id, { apply_markdown: false })).content;

/** The message was sent so many seconds earlier than it was. */
const age = (world: World, id: number, seconds: number) =>
  world.app.db.write(world.orgId, 'system', async (tx) => {
    await tx.q
      .updateTable('message')
      .set({ sent_at: tx.now - seconds * 1000 })
      .where('id', '=', id)
      .execute();
  });

const listening = { event_types: ['update_message', 'delete_message'] };

onBothEngines('Editing messages', (engine) => {
  test('Editing the content of a message is only allowed to its sender', async (t) => {
    const world = await makeWorld(t, engine);
    const id = await say(world, 'dan', 'general', 'lunch', 'soup');
    for (const who of names.filter((name) => name !== 'dan')) {
      const { status, json } = await edit(world, who, id, { content: 'stew' });
      assert.deepEqual([status, json.msg], [400, "You don't have permission to edit this message"], who);
    }
    assert.equal(await getContent(world, id), 'soup');
    const { status, json } = await edit(world, 'dan', id, { content: '*stew*' });
    assert.deepEqual([status, json], [200, { result: 'success', msg: '', detached_uploads: [] }]);
    const message = await shown(world, 'eve', id);
    assert.equal(message.content, '<p><em>stew</em></p>');
    assert.equal(typeof message.last_edit_timestamp, 'number');
    assert.equal(message.last_moved_timestamp, undefined);
    assert.deepEqual(message.edit_history, [
      {
        user_id: world.people.dan.id,
        timestamp: message.last_edit_timestamp,
        prev_content: 'soup',
        prev_rendered_content: '<p>soup</p>',
      },
    ]);
  });

  test('Editing the content of a message ends with the time limit plus a grace period, or when editing is disabled', async (t) => {
    const world = await makeWorld(t, engine);
    const id = await say(world, 'dan', 'general', 'lunch', 'soup');
    await setOrganization(world, { message_content_edit_limit_seconds: 60 });
    await age(world, id, 70);
    assert.equal((await edit(world, 'dan', id, { content: 'in the leeway' })).status, 200);
    await age(world, id, 90);
    const late = await edit(world, 'dan', id, { content: 'late' });
    assert.equal(late.json.msg, 'The time limit for editing this message has passed');
    await setOrganization(world, { message_content_edit_limit_seconds: null });
    assert.equal((await edit(world, 'dan', id, { content: 'no limit' })).status, 200);
    await setOrganization(world, { allow_message_editing: false });
    const off = await edit(world, 'dan', id, { content: 'off' });
    assert.equal(off.json.msg, 'Your organization has turned off message editing');
    assert.equal(await getContent(world, id), 'no limit');
  });

  test('Editing is refused for messages that one cannot read and in archived channels', async (t) => {
    const world = await makeWorld(t, engine);
    const secret = await say(world, 'dan', 'vault', 'keys', 'secret');
    const old = await say(world, 'eve', 'lounge', 'tea', 'old');
    await setChannel(world, world.channels.lounge, { is_archived: 1 });
    for (const [who, id] of [
      ['eve', secret],
      ['ben', secret],
      ['eve', old],
      ['eve', 99_999],
    ] as const)
      assert.equal((await edit(world, who, id, { content: 'x' })).json.msg, 'Invalid message(s)');
    const { json } = await world.as('dan').get(`/messages/${secret}`);
    assert.equal(json.raw_content, 'secret');
  });

  test('Editing a message to an empty text marks it as deleted, and a text that is too long is truncated', async (t) => {
    const world = await makeWorld(t, engine);
    const id = await say(world, 'dan', 'general', 'lunch', 'soup');
    await edit(world, 'dan', id, { content: '  \n ' });
    assert.equal(await getContent(world, id), '(deleted)');
    await edit(world, 'dan', id, { content: 'x'.repeat(10_001) });
    const cut: string = await getContent(world, id);
    assert.equal(cut.length, 10_000);
    assert.ok(cut.endsWith('\n[message truncated]'));
    const { json } = await edit(world, 'dan', id, { content: 'a\0b' });
    assert.equal(json.msg, 'Message must not contain null bytes');
  });

  test('Editing a message can require that its current content has the expected hash', async (t) => {
    const world = await makeWorld(t, engine);
    const id = await say(world, 'dan', 'general', 'lunch', 'soup');
    const hash = (text: string) => createHash('sha256').update(text).digest('hex');
    const wrong = await edit(world, 'dan', id, { content: 'stew', prev_content_sha256: hash('stew') });
    assert.deepEqual([wrong.status, wrong.json.code], [400, 'EXPECTATION_MISMATCH']);
    assert.equal(await getContent(world, id), 'soup');
    const move = { topic: 'dinner', prev_content_sha256: hash('stew') };
    assert.equal((await edit(world, 'ada', id, move)).json.code, 'EXPECTATION_MISMATCH');
    assert.equal((await world.as('dan').get(`/messages/${id}`)).json.message.subject, 'lunch');
    const prev_content_sha256 = hash('soup').toUpperCase();
    for (const change of [{ topic: 'dinner' }, { content: 'stew' }])
      assert.equal((await edit(world, 'dan', id, { ...change, prev_content_sha256 })).status, 200);
  });

  test('Editing a message requires a change with parameters of the right type', async (t) => {
    const world = await makeWorld(t, engine);
    const id = await say(world, 'dan', 'general', 'lunch', 'soup');
    assert.equal((await edit(world, 'dan', id, {})).json.msg, 'Nothing to change');
    assert.equal((await edit(world, 'dan', id, { topic: 'lunch' })).json.msg, 'Nothing to change');
    const mode = await edit(world, 'dan', id, { content: 'a', propagate_mode: 'change_all' });
    assert.equal(mode.json.msg, 'Invalid propagate_mode without topic edit');
    assert.equal((await edit(world, 'dan', id, { topic: 'a', propagate_mode: 'some' })).status, 400);
    assert.equal((await edit(world, 'dan', id, { stream_id: 'x' })).status, 400);
    const extra = await edit(world, 'dan', id, { content: 'b', more: 'c' });
    assert.deepEqual(extra.json.ignored_parameters_unsupported, ['more']);
    assert.equal((await world.anonymous.patch(`/messages/${id}`, { content: 'x' })).status, 401);
  });

  test('Editing a message updates mentions: new ones are added and removed ones are cleared', async (t) => {
    const world = await makeWorld(t, engine);
    const id = await say(world, 'dan', 'general', 'lunch', '@**Eve Lindqvist** soup');
    assert.ok((await getFlags(world, 'eve', id)).includes('mentioned'));
    const eve = await listenAs(world, 'eve', listening);
    const cleo = await listenAs(world, 'cleo', listening);
    await edit(world, 'dan', id, { content: '@**Cléo Marchand** and @**all**' });
    assert.deepEqual(await getFlags(world, 'eve', id), ['stream_wildcard_mentioned', 'wildcard_mentioned']);
    const [toEve] = await eve.received();
    assert.deepEqual(toEve?.flags, ['stream_wildcard_mentioned', 'wildcard_mentioned']);
    const [toCleo] = await cleo.received();
    assert.deepEqual(toCleo?.flags, ['mentioned', 'stream_wildcard_mentioned', 'wildcard_mentioned']);
    const unread: { mentions: number[] } = await getUnread(world, 'cleo');
    assert.deepEqual(unread.mentions, [id]);
    await edit(world, 'dan', id, { content: 'nobody' });
    assert.deepEqual(await getFlags(world, 'cleo', id), []);
    assert.deepEqual(((await getUnread(world, 'eve')) as { mentions: number[] }).mentions, []);
  });

  test('Editing a message updates its search words, links and files', async (t) => {
    const world = await makeWorld(t, engine);
    const { url } = await upload(world, 'dan', { name: 'pot.txt' });
    const id = await say(world, 'dan', 'general', 'lunch', 'soup from https://example.com');
    const found = async (operator: string, operand: string): Promise<boolean> => {
      const params = { anchor: 'newest', num_before: 9, num_after: 0, narrow: [{ operator, operand }] };
      const { json } = await world.as('eve').get('/messages', params);
      return json.messages.some((message: Json) => message.id === id);
    };
    const by = async () => ({
      soup: await found('search', 'soup'),
      stew: await found('search', 'stew'),
      link: await found('has', 'link'),
      attachment: await found('has', 'attachment'),
    });
    assert.deepEqual(await by(), { soup: true, stew: false, link: true, attachment: false });
    await edit(world, 'dan', id, { content: 'stew' });
    assert.deepEqual(await by(), { soup: false, stew: true, link: false, attachment: false });
    await edit(world, 'dan', id, { content: `stew in a [pot](${url})` });
    assert.deepEqual(await by(), { soup: false, stew: true, link: true, attachment: true });
    const last = await edit(world, 'dan', id, { content: 'soup again' });
    assert.equal(last.json.detached_uploads.length, 1);
    assert.deepEqual(await by(), { soup: true, stew: false, link: false, attachment: false });
  });

  test('Editing a message emits an event to everyone who can read it, with their own flags', async (t) => {
    const world = await makeWorld(t, engine);
    const id = await say(world, 'dan', 'vault', 'keys', 'soup');
    await world.as('ada').post('/messages/flags', { messages: [id], op: 'add', flag: 'read' });
    await world.as('ada').post('/messages/flags', { messages: [id], op: 'add', flag: 'starred' });
    const queues = {
      ada: await listenAs(world, 'ada', listening),
      ben: await listenAs(world, 'ben', listening),
    };
    const dan = await listenAs(world, 'dan', listening);
    await edit(world, 'dan', id, { content: '/me eats' });
    assert.deepEqual(await queues.ben.received(), []);
    const [own] = await dan.received();
    assert.deepEqual(own?.flags, ['read']);
    const [event] = await queues.ada.received();
    const { id: _, edit_timestamp: at, ...rest } = event as unknown as Json;
    assert.equal(typeof at, 'number');
    assert.deepEqual(rest, {
      type: 'update_message',
      user_id: world.people.dan.id,
      rendering_only: false,
      message_id: id,
      message_ids: [id],
      stream_name: 'vault',
      stream_id: world.channels.vault,
      orig_content: 'soup',
      orig_rendered_content: '<p>soup</p>',
      content: '/me eats',
      rendered_content: '<p>/me eats</p>',
      is_me_message: true,
      flags: ['read', 'starred'],
    });
  });

  test('Editing works in direct conversations, which have no topics and keep their recipients', async (t) => {
    const world = await makeWorld(t, engine);
    const id = await sendDirect(world, 'dan', ['eve'], 'soup');
    const eve = await listenAs(world, 'eve', listening);
    const ben = await listenAs(world, 'ben', listening);
    assert.equal((await edit(world, 'dan', id, { content: 'stew' })).status, 200);
    assert.equal((await eve.received()).length, 1);
    assert.deepEqual(await ben.received(), []);
    const topic = await edit(world, 'dan', id, { topic: 'lunch' });
    assert.equal(topic.json.msg, 'Direct messages cannot have topics.');
    const channel = await edit(world, 'dan', id, { stream_id: world.channels.general });
    assert.equal(channel.json.msg, 'Direct messages cannot be moved to channels.');
  });
});
