import assert from 'node:assert/strict';
import { it } from 'node:test';
import { titleWithSteps } from './step-names.ts';

const title = (...flags: string[]) =>
  titleWithSteps('messages', ['a reply', 'a mention', 'A long one'], flags);

it('The title of a test names the steps that match the name asked for', () => {
  assert.equal(title('--test', '--test-name-pattern=a [rm]e'), 'messages: a reply; a mention');
  assert.equal(
    title('--test-name-pattern=/LONG/i', '--test-name-pattern=^a reply$'),
    'messages: a reply; A long one',
  );
});

it('The title of a test stays as it is without a matching step', () => {
  assert.equal(title('--test-concurrency=2'), 'messages');
  assert.equal(title('--test-name-pattern=LONG'), 'messages');
});
