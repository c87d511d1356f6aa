import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { anyText } from '../../../../tests/support/checks/any-text.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import {
  add,
  added,
  contents,
  isRefused,
  poll,
  getSubmessages,
  todo,
} from '../../../../tests/support/fixtures/submessages.ts';
import { say } from '../../../../tests/support/talk.ts';
import { makeWorld } from '../../../../tests/support/world.ts';

onBothEngines('Widget changes', (engine) => {
  const key = 'canned,0';
  const refusals: [text: string, change: unknown, msg: string][] = [
    [poll, '', 'poll data is not a dict'],
    [poll, [], 'poll data is not a dict'],
    [poll, null, 'poll data is not a dict'],
    [poll, {}, 'type key is missing from poll data'],
    [poll, { type: 7 }, 'poll data["type"] is not a string'],
    [poll, { type: 'bogus' }, 'Unknown type for poll data: bogus'],
    [poll, { type: 'constructor' }, 'Unknown type for poll data: constructor'],
    [poll, { type: 'strike', key }, 'Unknown type for poll data: strike'],
    [poll, { type: 'vote' }, 'key key is missing from poll data'],
    [poll, { type: 'vote', key: 1, vote: 1 }, 'poll data["key"] is not a string'],
    [poll, { type: 'vote', key, vote: 99 }, 'Invalid poll data["vote"]'],
    [poll, { type: 'vote', key, vote: '1' }, 'poll data["vote"] is not an integer'],
    [poll, { type: 'vote', key, vote: 1, for: 8 }, 'Unexpected arguments: for'],
    [poll, { type: 'question' }, 'question key is missing from poll data'],
    [poll, { type: 'question', question: 7 }, 'poll data["question"] is not a string'],
    [poll, { type: 'new_option' }, 'option key is missing from poll data'],
    [poll, { type: 'new_option', idx: 7, option: 999 }, 'poll data["option"] is not a string'],
    [poll, { type: 'new_option', idx: -1, option: 'tea' }, 'poll data["idx"] is too small'],
    [poll, { type: 'new_option', idx: 1001, option: 'tea' }, 'poll data["idx"] is too large'],
    [poll, { type: 'new_option', idx: 'x', option: 'tea' }, 'poll data["idx"] is not an integer'],
    [todo, 'x', 'todo data is not a dict'],
    [todo, { type: 'bogus' }, 'Unknown type for todo data: bogus'],
    [todo, { type: 'vote', key, vote: 1 }, 'Unknown type for todo data: vote'],
    [todo, { type: 'new_task' }, 'key key is missing from todo data'],
    [
      todo,
      { type: 'new_task', key: 1001, task: 'a', desc: '', completed: false },
      'todo data["key"] is too large',
    ],
    [
      todo,
      { type: 'new_task', key: 7, task: 7, desc: '', completed: false },
      'todo data["task"] is not a string',
    ],
    [
      todo,
      { type: 'new_task', key: 7, task: 'a', desc: 7, completed: false },
      'todo data["desc"] is not a string',
    ],
    [
      todo,
      { type: 'new_task', key: 7, task: 'a', desc: '', completed: 0 },
      'todo data["completed"] is not a boolean',
    ],
    [todo, { type: 'strike' }, 'key key is missing from todo data'],
    [todo, { type: 'strike', key: 7 }, 'todo data["key"] is not a string'],
    [todo, { type: 'new_task_list_title', title: 7 }, 'todo data["title"] is not a string'],
  ];

  test('Every valid change of a poll, a list or a widget is accepted', async (t) => {
    const world = await makeWorld(t, engine);
    const ids = new Map<string, number>();
    for (const text of [poll, todo]) ids.set(text, await say(world, 'dan', 'general', 'lunch', text));
    for (const [text, change, msg] of refusals)
      isRefused(await add(world, 'dan', ids.get(text) ?? 0, change), msg);
    const others = "You can't edit a question unless you are the author.";
    const titled = "You can't edit the task list title unless you are the author.";
    for (const who of ['ada', 'eve'] as const) {
      isRefused(await add(world, who, ids.get(poll) ?? 0, { type: 'question', question: 'a' }), others);
      const title = { type: 'new_task_list_title', title: 'a' };
      isRefused(await add(world, who, ids.get(todo) ?? 0, title), titled);
    }
    for (const id of ids.values()) assert.equal((await getSubmessages(world, 'dan', id)).length, 1);
    const changes = [
      { type: 'new_task', key: 1, task: 'reed', desc: '', completed: false },
      { type: 'strike', key: '0,canned' },
      { type: 'strike', key: '0,canned' },
    ];
    for (const change of changes) await added(world, 'eve', ids.get(todo) ?? 0, change);
    await added(world, 'dan', ids.get(todo) ?? 0, { type: 'new_task_list_title', title: 'Looms' });
    assert.equal((await getSubmessages(world, 'dan', ids.get(todo) ?? 0)).length, 5);
  });

  test('Invalid changes of polls and lists never fail the server', async (t) => {
    const world = await makeWorld(t, engine);
    const id = await say(world, 'dan', 'general', 'lunch', poll);
    const type = fc.constantFrom('vote', 'question', 'new_option', 'strike', '__proto__');
    const value = fc.oneof(fc.jsonValue(), anyText(), fc.integer());
    const change = fc.oneof(
      fc.jsonValue(),
      fc.record(
        { type, key: value, vote: value, question: value, option: value, idx: value },
        { requiredKeys: [] },
      ),
    );
    let count = 1;
    await fc.assert(
      fc.asyncProperty(change, async (content) => {
        const { status, json } = await add(world, 'eve', id, content);
        assert.ok(status === 200 || (status === 400 && json.code === 'BAD_REQUEST'), JSON.stringify(json));
        if (status === 200) count++;
      }),
      { numRuns: 40 },
    );
    assert.equal((await getSubmessages(world, 'eve', id)).length, count);
  });

  const choice = { short_name: 'A', long_name: 'Silk', reply: 'silk' };
  const choices = { type: 'choices', heading: 'Which?', choices: [{ type: 'multiple_choice', ...choice }] };

  test('Widgets are validated when a bot sends them', async (t) => {
    const world = await makeWorld(t, engine);
    const widget = { widget_type: 'zform', extra_data: choices };
    const send = (widget_content: string) =>
      world.as('dan').post('/messages', {
        type: 'channel',
        to: world.channels.general,
        topic: 'lunch',
        content: 'Silk or linen?',
        widget_content,
      });
    const { status, json } = await send(JSON.stringify(widget));
    assert.equal(status, 200, json.msg);
    assert.deepEqual(await contents(world, 'eve', json.id), [widget]);
    for (const [given, msg] of [
      ['{', 'API programmer sent invalid JSON content'],
      ['7', 'widget_content is not a dict'],
      ['{}', 'widget_type is not in widget_content'],
      ['{"widget_type":"zform"}', 'extra_data is not in widget_content'],
      ['{"widget_type":"zform","extra_data":7}', 'extra_data is not a dict'],
      ['{"widget_type":"poll","extra_data":{}}', 'unknown widget type: poll'],
      ['{"widget_type":"zform","extra_data":{}}', 'zform is missing type field'],
      ['{"widget_type":"zform","extra_data":{"type":"x"}}', 'unknown zform type: x'],
      ['{"widget_type":"zform","extra_data":{"type":"choices"}}', 'heading key is missing from extra_data'],
      [
        JSON.stringify({ ...widget, extra_data: { ...choices, choices: [{ ...choice, reply: 7 }] } }),
        'extra_data["choices"][0]["reply"] is not a string',
      ],
    ] as const)
      isRefused(await send(given), `Widgets: ${msg}`);
    const { json: all } = await world
      .as('eve')
      .get('/messages', { anchor: 'newest', num_before: 9, num_after: 0 });
    assert.equal(all.messages.length, 1);
  });
});
