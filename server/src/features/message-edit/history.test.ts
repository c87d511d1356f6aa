import assert from 'node:assert/strict';
import { test, describe, it } from 'node:test';
import { addMembers, setOrganization } from '../../../../tests/support/change.ts';
import type { Json, Params } from '../../../../tests/support/client.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { say, sendDirect } from '../../../../tests/support/talk.ts';
import { makeWorld, type Name, type World } from '../../../../tests/support/world.ts';
import { contentDifference } from './history.ts';

async function edited(world: World): Promise<number> {
  const id = await say(world, 'dan', 'general', '', 'warm soup');
  for (const params of [
    { content: 'cold *soup*' },
    { topic: 'lunch', send_notification_to_new_thread: false },
  ])
    assert.equal((await world.as('dan').patch(`/messages/${id}`, params)).status, 200);
  return id;
}

async function getHistory(world: World, id: number, params: Params = {}): Promise<Json[]> {
  const { status, json } = await world.as('eve').get(`/messages/${id}/history`, params);
  assert.equal(status, 200, json.msg);
  return json.message_history;
}

onBothEngines('Message history', (engine) => {
  test('The history of a message lists each version, oldest first, with its changes', async (t) => {
    const world = await makeWorld(t, engine);
    const id = await edited(world);
    const user_id = world.people.dan.id;
    const states = (await getHistory(world, id)).map(({ timestamp, ...rest }) => {
      assert.equal(typeof timestamp, 'number');
      return rest;
    });
    const now = { content: 'cold *soup*', rendered_content: '<p>cold <em>soup</em></p>', user_id };
    assert.deepEqual(states, [
      { topic: 'general chat', content: 'warm soup', rendered_content: '<p>warm soup</p>', user_id },
      {
        ...now,
        topic: 'general chat',
        prev_content: 'warm soup',
        prev_rendered_content: '<p>warm soup</p>',
        content_html_diff:
          '<p><span class="highlight_text_deleted">warm</span><span class="highlight_text_inserted">cold</span> <em>soup</em></p>',
      },
      { ...now, topic: 'lunch', prev_topic: 'general chat' },
    ]);
    const [first] = await getHistory(world, id, { allow_empty_topic_name: true });
    assert.equal(first?.topic, '');
  });

  test('The history of a direct message has no topic', async (t) => {
    const world = await makeWorld(t, engine);
    const id = await sendDirect(world, 'dan', ['eve'], 'warm soup');
    assert.equal((await world.as('dan').patch(`/messages/${id}`, { content: 'cold soup' })).status, 200);
    const states = await getHistory(world, id);
    assert.deepEqual(
      states.map(({ topic, content }) => [topic, content]),
      [
        ['', 'warm soup'],
        ['', 'cold soup'],
      ],
    );
  });

  test('The history of a message is shown as far as the organization allows, in both endpoints', async (t) => {
    const world = await makeWorld(t, engine);
    const id = await edited(world);
    const getItems = async () =>
      (await world.as('eve').get(`/messages/${id}`)).json.message.edit_history as Json[] | undefined;
    assert.equal((await getItems())?.length, 2);
    await setOrganization(world, { message_edit_history_visibility_policy: 'moves' });
    assert.deepEqual(
      (await getItems())?.map((item) => item.topic),
      ['lunch'],
    );
    const worded = await say(world, 'dan', 'general', 'soup', 'warm soup');
    assert.equal((await world.as('dan').patch(`/messages/${worded}`, { content: 'cold' })).status, 200);
    const { json: shown } = await world.as('eve').get(`/messages/${worded}`);
    assert.deepEqual((shown.message as Json).edit_history, [], 'an edit that is not shown');
    const states = await getHistory(world, id);
    assert.deepEqual(
      states.map((state) => [state.topic, state.content]),
      [
        ['general chat', 'cold *soup*'],
        ['lunch', 'cold *soup*'],
      ],
    );
    await setOrganization(world, { message_edit_history_visibility_policy: 'none' });
    assert.equal(await getItems(), undefined);
    const { status, json } = await world.as('eve').get(`/messages/${id}/history`);
    assert.deepEqual([status, json.msg], [400, 'Message edit history is disabled in this organization']);
  });

  test('A message whose history is very long can still be edited and moved, and its history grows by moves between channels only', async (t) => {
    const world = await makeWorld(t, engine);
    const { general, lounge } = world.channels;
    const id = await say(world, 'dan', 'general', 'soup', 'warm');
    const item = { user_id: world.people.dan.id, timestamp: 1, prev_content: '', prev_rendered_content: '' };
    const setHistory = (length: number) =>
      world.app.db.write(world.orgId, 'system', (tx) =>
        tx.q
          .updateTable('message')
          .set({ edit_history: JSON.stringify([{ ...item, prev_content: 'x'.repeat(length) }]) })
          .where('id', '=', id)
          .execute(),
      );
    const edit = async (params: Params) => {
      const { status } = await world.as('ada').patch(`/messages/${id}`, params);
      assert.equal(status, 200);
      const message = (await world.as('ada').get(`/messages/${id}`)).json.message as Json;
      const items = message.edit_history as Json[];
      return [message.subject, 'last_moved_timestamp' in message, items.map((one) => one.stream ?? null)];
    };
    await setHistory(1_000_000);
    const edited = await world.as('dan').patch(`/messages/${id}`, { content: 'cold' });
    assert.equal(edited.status, 200);
    const { content, ...shown } = (await world.as('dan').get(`/messages/${id}`)).json.message as Json;
    assert.deepEqual([content, 'last_edit_timestamp' in shown], ['<p>cold</p>', true]);
    assert.deepEqual(await edit({ topic: 'stew' }), ['stew', true, [null]]);
    assert.deepEqual(await edit({ stream_id: lounge }), ['stew', true, [lounge, null]]);
    await setHistory(2_000_000);
    assert.deepEqual(await edit({ stream_id: general }), ['stew', true, [general]]);
    assert.deepEqual(await edit({ topic: 'soup' }), ['soup', true, [null, general]]);
  });

  test('The history of a message begins where it was moved from a channel that the reader cannot read', async (t) => {
    const world = await makeWorld(t, engine);
    const { general, lounge, design } = world.channels;
    const change = async (id: number, params: Params) => {
      const { status, json } = await world.as('dan').patch(`/messages/${id}`, params);
      assert.equal(status, 200, json.msg);
    };
    const seenBy = async (who: Name, id: number) => {
      const { json } = await world.as(who).get(`/messages/${id}`, { allow_empty_topic_name: true });
      const items: Json[] = json.message.edit_history;
      const { json: more } = await world.as(who).get(`/messages/${id}/history`);
      const states: Json[] = more.message_history;
      assert.equal(states.length, items.length + 1);
      return JSON.stringify([items, states]);
    };
    const sendDirect = async (channel: 'design' | 'lounge', stream_id: number) => {
      await addMembers(world, world.channels[channel], [world.people.dan.id]);
      const id = await say(world, 'dan', channel, 'secret plan', 'hidden words');
      await change(id, { topic: 'hidden plan' });
      await change(id, { content: 'open words' });
      await change(id, { stream_id, topic: 'open plan' });
      await change(id, { content: 'last words' });
      await change(id, { topic: 'last plan' });
      return id;
    };
    const notified = ['open words', 'open plan', 'last words', 'last plan'];
    const kept = ['hidden', 'secret', `"prev_stream":`];
    const check = async (who: Name, id: number, knowsAll: boolean) => {
      const seen = await seenBy(who, id);
      for (const words of notified) assert.ok(seen.includes(words), `${who}: ${words}`);
      for (const words of kept) assert.equal(seen.includes(words), knowsAll, `${who}: ${words}`);
    };
    const toGuests = await sendDirect('lounge', general);
    await check('gus', toGuests, false);
    for (const who of ['ada', 'dan', 'cleo'] as const) await check(who, toGuests, true);
    const toAll = await sendDirect('design', lounge);
    // Ben administers the organization: he knows of the channel, and may not read there.
    for (const who of ['eve', 'ben'] as const) await check(who, toAll, false);
    for (const who of ['ada', 'dan', 'cleo'] as const) await check(who, toAll, true);
    await addMembers(world, design, [world.people.eve.id]);
    await check('eve', toAll, true);
  });

  test('The history of a message requires access to it and is deleted with it', async (t) => {
    const world = await makeWorld(t, engine);
    const secret = await say(world, 'dan', 'vault', 'keys', 'x');
    assert.equal((await world.as('eve').get(`/messages/${secret}/history`)).json.msg, 'Invalid message(s)');
    const [only, ...more] = (await world.as('dan').get(`/messages/${secret}/history`)).json
      .message_history as Json[];
    assert.deepEqual([only?.content, more.length], ['x', 0]);
    await world.as('dan').delete(`/messages/${secret}`);
    assert.equal((await world.as('dan').get(`/messages/${secret}/history`)).json.msg, 'Invalid message(s)');
  });
});

onBothEngines('Rendering a text', (engine) => {
  test('Rendering a text returns its HTML and stores nothing', async (t) => {
    const world = await makeWorld(t, engine);
    const { json } = await world.as('gus').post('/messages/render', { content: '**hi** @**Dan Ito**' });
    const mention = `<span class="user-mention" data-user-id="${world.people.dan.id}">@Dan Ito</span>`;
    assert.deepEqual(json, { result: 'success', msg: '', rendered: `<p><strong>hi</strong> ${mention}</p>` });
    for (const content of ['', ' \n'])
      assert.equal((await world.as('gus').post('/messages/render', { content })).json.rendered, '');
    assert.equal((await world.as('gus').post('/messages/render', { content: 'a\0b' })).status, 400);
    assert.equal((await world.as('gus').post('/messages/render')).json.code, 'REQUEST_VARIABLE_MISSING');
  });
});

onBothEngines('Read receipts', (engine) => {
  test('Read receipts list the readers of a message without its sender', async (t) => {
    const world = await makeWorld(t, engine);
    await setOrganization(world, { enable_read_receipts: true });
    const { ada, eve } = world.people;
    const id = await say(world, 'dan', 'general', 'a');
    const receipts = async () => (await world.as('gus').get(`/messages/${id}/read_receipts`)).json.user_ids;
    assert.deepEqual(await receipts(), []);
    for (const who of ['eve', 'ada'] as const)
      await world.as(who).post('/messages/flags', { messages: [id], op: 'add', flag: 'read' });
    assert.deepEqual(
      await receipts(),
      [ada.id, eve.id].sort((a, b) => a - b),
    );
    await world.as('eve').post('/messages/flags', { messages: [id], op: 'remove', flag: 'read' });
    assert.deepEqual(await receipts(), [ada.id]);
    await world.app.db.write(world.orgId, 'system', async (tx) => {
      const settings = JSON.stringify({ send_read_receipts: false });
      await tx.q.updateTable('person').set({ settings }).where('id', '=', ada.id).execute();
      await tx.touch({ users: [ada.id] });
    });
    assert.deepEqual(await receipts(), [], 'who does not wish it is not named');
  });

  test('Read receipts exclude users muted by the reader and users who muted the reader', async (t) => {
    const world = await makeWorld(t, engine);
    await setOrganization(world, { enable_read_receipts: true });
    const { ada, ben, eve, gus } = world.people;
    const id = await say(world, 'dan', 'general', 'a');
    for (const who of ['ada', 'ben', 'eve'] as const)
      await world.as(who).post('/messages/flags', { messages: [id], op: 'add', flag: 'read' });
    await world.as('gus').post(`/users/me/muted_users/${eve.id}`);
    await world.as('ben').post(`/users/me/muted_users/${gus.id}`);
    const receipts = async (who: 'gus' | 'dan') =>
      (await world.as(who).get(`/messages/${id}/read_receipts`)).json.user_ids.toSorted();
    assert.deepEqual(await receipts('gus'), [ada.id]);
    assert.deepEqual(await receipts('dan'), [ada.id, ben.id, eve.id].toSorted());
    await world.as('gus').delete(`/users/me/muted_users/${eve.id}`);
    assert.deepEqual(await receipts('gus'), [ada.id, eve.id].toSorted());
  });

  test('Read receipts require access to the message and the organization’s setting', async (t) => {
    const world = await makeWorld(t, engine);
    const secret = await say(world, 'dan', 'vault', 'a');
    const off = await world.as('dan').get(`/messages/${secret}/read_receipts`);
    assert.deepEqual([off.status, off.json.msg], [400, 'Read receipts are disabled in this organization.']);
    assert.equal((await world.as('ben').patch('/realm', { enable_read_receipts: true })).status, 200);
    const { json } = await world.as('eve').get(`/messages/${secret}/read_receipts`);
    assert.equal(json.msg, 'Invalid message(s)');
    assert.equal((await world.as('ada').get(`/messages/${secret}/read_receipts`)).status, 200);
  });
});

test('A diff of two renderings keeps the tags of the new one', () => {
  assert.equal(contentDifference('<p>a b</p>', '<p>a b</p>'), '<p>a b</p>');
  assert.equal(
    contentDifference('<p>a <b>b</b></p>', '<p>a</p><p>c</p>'),
    '<p>a<span class="highlight_text_deleted"> b</span></p><p><span class="highlight_text_inserted">c</span></p>',
  );
});

const mark = (kind: 'inserted' | 'deleted', text: string) =>
  `<span class="highlight_text_${kind}">${text}</span>`;

describe('The difference between two renderings', () => {
  it('The difference marks the words that were inserted and deleted', () => {
    assert.equal(
      contentDifference('<p>warm soup today</p>', '<p>cold soup</p>'),
      `<p>${mark('deleted', 'warm')}${mark('inserted', 'cold')} soup${mark('deleted', ' today')}</p>`,
    );
  });

  it('The difference shows the whole text as changed once the budget of a history is used up', () => {
    const budget = { pairs: 9 };
    const difference = () => contentDifference('<p>a b c</p>', '<p>d b e</p>', budget);
    const whole = mark('deleted', 'a b c') + mark('inserted', 'd b e');
    assert.equal(difference(), `<p>${whole}</p>`);
    budget.pairs = 25;
    assert.notEqual(difference(), `<p>${whole}</p>`);
    assert.equal(budget.pairs, 0);
    assert.equal(difference(), `<p>${whole}</p>`);
  });
});
