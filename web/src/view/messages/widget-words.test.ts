import assert from 'node:assert/strict';
import { test } from 'node:test';
import { widgetWritten } from '../compose/written-widget.ts';
import { describeWidget } from './widget-words.ts';

const describe = (text: string) => describeWidget(widgetWritten(text));

test('A poll and a to-do list are described by their titles, without options and tasks', () => {
  assert.equal(describe('/poll Tea or coffee?\nTea\nCoffee'), 'Poll: Tea or coffee?');
  assert.equal(describe('/todo Warp the loom\n- Wind the warp: 8 m'), 'To-do list: Warp the loom');
});

test('A poll and a to-do list without a title are described by their kind', () => {
  assert.equal(describe('/poll'), 'Poll');
  assert.match(describe('/todo\nWind') ?? '', /^To-do list|^Task list/);
});

test('Other text is described by itself', () => {
  assert.equal(describe('/pollen is in the air'), undefined);
  assert.equal(describe('Vote: /poll'), undefined);
});
