import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { pollText, todoText } from '../messages/written-widgets.ts';
import { widgetWritten } from './written-widget.ts';

describe('Composed widgets', () => {
  test('A composed poll has an option per line', () => {
    const poll = widgetWritten('/poll Soup?\n- yes\n\n* no\n');
    assert.equal(poll?.kind, 'poll');
    assert.equal(poll.question, 'Soup?');
    assert.deepEqual(
      poll.options.map(({ text }) => text),
      ['yes', 'no'],
    );
  });

  test('A composed to-do list has tasks with descriptions', () => {
    const list = widgetWritten('/todo Loom\nwarp: 300 ends\nweft');
    assert.equal(list?.kind, 'todo');
    assert.equal(list.title, 'Loom');
    assert.deepEqual(
      list.tasks.map(({ task, description }) => [task, description]),
      [
        ['warp', '300 ends'],
        ['weft', ''],
      ],
    );
  });

  test('A composed widget is parsed as the dialogs write it', () => {
    assert.equal(widgetWritten(pollText('Soup?', ['yes']))?.kind, 'poll');
    assert.equal(widgetWritten(todoText('Loom', [{ task: 'warp', description: '' }]))?.kind, 'todo');
  });

  test('A composed message without a command stays text', () => {
    assert.equal(widgetWritten('/polls are closed'), undefined);
    assert.equal(widgetWritten('See /poll'), undefined);
    assert.equal(widgetWritten('/me waves'), undefined);
  });
});
