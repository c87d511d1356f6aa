import assert from 'node:assert/strict';
import { test } from 'node:test';
import { widgetIn } from './widgets.ts';

const poll = (question: string, ...options: string[]) => ({
  type: 'poll',
  content: `{"widget_type":"poll","extra_data":${JSON.stringify({ question, options })}}`,
});

const todo = (title: string, ...tasks: [task: string, desc: string][]) => ({
  type: 'todo',
  content: `{"widget_type":"todo","extra_data":${JSON.stringify({
    task_list_title: title,
    tasks: tasks.map(([task, desc]) => ({ task, desc })),
  })}}`,
});

const table: [source: string, widget: unknown][] = [
  ['/poll Which yarn?', poll('Which yarn?')],
  [
    '/poll Which yarn?\nwool\n- silk\n* linen\n\n  cotton  ',
    poll('Which yarn?', 'wool', 'silk', 'linen', 'cotton'),
  ],
  ['/poll', poll('')],
  ['/poll\nwool\nsilk', poll('', 'wool', 'silk')],
  ['/poll  a  \r\n"b" <c>\r\n', poll('a', '"b" <c>')],
  ['/poll a\n- \n-\n--b', poll('a', '-b')],
  ['/todo', todo('')],
  ['/todo Loom', todo('Loom')],
  [
    '/todo Loom\nwarp: 300 threads\n- weft\n* a: b: c\nd:e',
    todo('Loom', ['warp', '300 threads'], ['weft', ''], ['a', 'b: c'], ['d:e', '']),
  ],
  ['/polls', undefined],
  ['/pol', undefined],
  [' /poll a', undefined],
  ['a /poll', undefined],
  ['/POLL a', undefined],
  ['/me polls', undefined],
  ['', undefined],
];

for (const [source, widget] of table) {
  test(`A widget is parsed from ${JSON.stringify(source)}`, () => {
    assert.deepEqual(widgetIn(source), widget);
  });
}
