import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { pollText, todoText } from './widgets.ts';
import { widgetWritten } from './written-widget.ts';

describe('a message that is being written', () => {
  test('will be a poll, with an option on each line', () => {
    const poll = widgetWritten('/poll Soup?\n- yes\n\n* no\n');
    assert.equal(poll?.kind, 'poll');
    assert.equal(poll.question, 'Soup?');
    assert.deepEqual(
      poll.options.map(({ text }) => text),
      ['yes', 'no'],
    );
  });

  test('will be a list of tasks, with what is said of each', () => {
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

  test('is read as the dialogs write it', () => {
    assert.equal(widgetWritten(pollText('Soup?', ['yes']))?.kind, 'poll');
    assert.equal(widgetWritten(todoText('Loom', [{ task: 'warp', description: '' }]))?.kind, 'todo');
  });

  test('stays text without a command at its beginning', () => {
    assert.equal(widgetWritten('/polls are closed'), undefined);
    assert.equal(widgetWritten('See /poll'), undefined);
    assert.equal(widgetWritten('/me waves'), undefined);
  });
});
