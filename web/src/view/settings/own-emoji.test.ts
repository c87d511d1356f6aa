import assert from 'node:assert/strict';
import test from 'node:test';
import type { CustomEmoji } from '../../../../wire/emoji.ts';
import { emojiInUse, emojiNameFrom } from './own-emoji.ts';

const emoji = (id: string, name: string, deactivated = false): CustomEmoji => ({
  id,
  name,
  deactivated,
  source_url: '/e.webp',
  still_url: null,
  author_id: 8,
});

test('Custom emoji are listed by name and found with or without colons', () => {
  const all = { '1': emoji('1', 'yarn'), '2': emoji('2', 'loom'), '3': emoji('3', 'yarn', true) };
  assert.deepEqual(
    emojiInUse(all, '').map(({ id }) => id),
    ['2', '1'],
  );
  assert.deepEqual(
    emojiInUse(all, ' :LOO').map(({ id }) => id),
    ['2'],
  );
});

test('The suggested emoji name is valid', () => {
  assert.equal(emojiNameFrom('Party Parrot (2).gif'), 'party_parrot_2');
  assert.equal(emojiNameFrom('_Größe_.PNG'), 'groe');
  assert.equal(emojiNameFrom('!!!.png'), '');
});
