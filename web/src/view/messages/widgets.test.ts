import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ann, ben, cat } from '../../store/examples.ts';
import { getVoters, getWidget, type Poll, type TodoList } from '../../../../wire/widgets.ts';
import { pollText, todoText } from './written-widgets.ts';

const poll = { widget_type: 'poll', extra_data: { question: 'Soup?', options: ['yes', 'no'] } };
const todo = {
  widget_type: 'todo',
  extra_data: {
    task_list_title: 'Loom',
    tasks: [
      { task: 'warp', desc: '300' },
      { task: 'weft', desc: '' },
    ],
  },
};

/** A message of Ben, as Ann sees it. */
function shown(...contents: readonly [who: number, content: unknown][]) {
  const submessages = contents.map(([sender_id, content], index) => ({
    id: index + 1,
    message_id: 100,
    sender_id,
    msg_type: 'widget',
    content: typeof content === 'string' ? content : JSON.stringify(content),
  }));
  return getWidget({ sender_id: ben, submessages }, ann);
}

const polled = (...steps: readonly [who: number, content: unknown][]) => {
  const { question, options, nextIndex } = shown([ben, poll], ...steps) as Poll;
  return { question, options: options.map(({ key, text, voters }) => [key, text, ...voters]), nextIndex };
};

const listed = (...steps: readonly [who: number, content: unknown][]) => {
  const { title, tasks, nextIndex } = shown([ben, todo], ...steps) as TodoList;
  return { title, tasks: tasks.map((one) => [one.key, one.task, one.description, one.isDone]), nextIndex };
};

const vote = (key: string, by: 1 | -1 = 1) => ({ type: 'vote', key, vote: by });
const option = (idx: number, text: string) => ({ type: 'new_option', idx, option: text });
const strike = (key: string) => ({ type: 'strike', key });
const task = (key: number, text: string, completed = false) => ({
  type: 'new_task',
  key,
  task: text,
  desc: 'soon',
  completed,
});

describe('A poll', () => {
  test('A poll starts with its question and options', () => {
    const options = [
      ['canned,0', 'yes'],
      ['canned,1', 'no'],
    ];
    assert.deepEqual(polled(), { question: 'Soup?', options, nextIndex: 1 });
  });

  test('A poll counts each user once per option until the vote is withdrawn', () => {
    const steps: [number, unknown][] = [
      [ann, vote('canned,0')],
      [cat, vote('canned,0')],
      [cat, vote('canned,1')],
      [cat, vote('canned,0')],
      [ann, vote('canned,0', -1)],
      [ben, vote('canned,7')],
    ];
    assert.deepEqual(polled(...steps).options, [
      ['canned,0', 'yes', cat],
      ['canned,1', 'no', cat],
    ]);
    assert.equal(getVoters(shown([ben, poll], ...steps) as Poll), 1);
  });

  test('A poll accepts options from anyone, each text once', () => {
    const { options, nextIndex } = polled(
      [cat, option(1, 'later')],
      [ann, option(4, 'never')],
      [ann, option(5, 'later')],
      [ben, vote('9,1')],
      [ben, option(1001, 'too many')],
      [ben, { type: 'new_option', idx: 'x', option: 'odd' }],
    );
    assert.deepEqual(options.slice(2), [
      ['9,1', 'later', ben],
      ['7,4', 'never'],
    ]);
    assert.equal(nextIndex, 6);
    assert.equal(polled([ann, option(1000, 'last')]).nextIndex, undefined);
  });

  test('A poll’s question is changed by its author', () => {
    const question = (text: string) => ({ type: 'question', question: text });
    assert.equal(polled([cat, question('Tea?')]).question, 'Soup?');
    assert.equal(polled([ben, question('Tea?')], [cat, question('No?')]).question, 'Tea?');
  });
});

describe('A to-do list', () => {
  test('A to-do list accepts tasks and checks from anyone', () => {
    const { title, tasks, nextIndex } = listed(
      [cat, strike('0,canned')],
      [ann, task(1, 'reed')],
      [ann, task(2, 'reed')],
      [cat, task(1, 'yarn', true)],
      [ben, strike('1,7')],
      [ann, strike('0,canned')],
      [ann, strike('1,canned')],
      [ann, strike('9,canned')],
    );
    assert.equal(title, 'Loom');
    assert.deepEqual(tasks, [
      ['0,canned', 'warp', '300', false],
      ['1,canned', 'weft', '', true],
      ['1,7', 'reed', 'soon', true],
      ['1,9', 'yarn', 'soon', true],
    ]);
    assert.equal(nextIndex, 3);
  });

  test('A to-do list’s title is changed by its author', () => {
    const title = (text: string) => ({ type: 'new_task_list_title', title: text });
    assert.equal(listed([cat, title('Looms')]).title, 'Loom');
    assert.equal(listed([ben, title('Looms')]).title, 'Looms');
  });
});

test('A bot’s widget has the choices that it offers', () => {
  const choice = { short_name: 'A', long_name: 'Silk', reply: 'silk' };
  const content = {
    widget_type: 'zform',
    extra_data: { type: 'choices', heading: 'Which?', choices: [choice, { short_name: 'B' }, null] },
  };
  assert.deepEqual(shown([ben, content]), {
    kind: 'choices',
    heading: 'Which?',
    choices: [{ name: 'A', text: 'Silk', reply: 'silk' }],
  });
});

test('An unknown or malformed widget is shown as text', () => {
  for (const content of [
    '',
    '{',
    '7',
    'null',
    '[]',
    { widget_type: 'poll' },
    { widget_type: 'game', extra_data: {} },
  ])
    assert.equal(shown([ben, content]), undefined);
  assert.equal(shown(), undefined);
  const odd = shown(
    [ben, { widget_type: 'poll', extra_data: { question: 7, options: [7, 'yes'] } }],
    [ann, '{'],
    [ann, 7],
  );
  assert.deepEqual((odd as Poll).options, [{ key: 'canned,1', text: 'yes', voters: [] }]);
});

test('A typed poll or list is parsed as intended', () => {
  assert.equal(pollText(' Soup\nor salad? ', ['yes', ' ', '- no', '']), '/poll Soup or salad?\nyes\n- - no');
  assert.equal(pollText('', ['a']), '/poll\na');
  const tasks = [
    { task: 'warp', description: '300 threads' },
    { task: '', description: 'x' },
    { task: 'weft', description: '' },
  ];
  assert.equal(todoText('Loom', tasks), '/todo Loom\nwarp: 300 threads\nweft');
});
