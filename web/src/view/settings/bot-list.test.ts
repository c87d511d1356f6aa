import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toShortName } from './bot-list.ts';

describe('The short name of a bot', () => {
  it('The short name of a bot is its name in ASCII, without the ending that its address has anyway', () => {
    const names = ['Build', ' Größe & Co. ', 'Review Bot', 'Bot', '天気'];
    assert.deepEqual(names.map(toShortName), ['build', 'grosse-co', 'review', 'bot', '']);
  });
});
