import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { emojiCategory } from './emoji-categories.ts';
import { addRecent, choiceOf, emojiEntries, recentEntries, searchEmoji, withTone } from './emoji.ts';
import { charactersOf } from './reactions.ts';

const names = {
  '1f44d': ['+1', 'thumbs_up', 'like'],
  '1f389': ['tada', 'party_popper'],
  '1f4e3': ['megaphone', 'shout'],
  '1f973': ['partying_face'],
  '2764': ['heart', 'love'],
};
const loom = { id: '7', name: 'loom', source_url: '/loom.png', deactivated: false };
const entries = emojiEntries(names, [loom]);
const found = (query: string) => searchEmoji(entries, query).map((entry) => entry.emoji_name);

describe('The emoji to choose from', () => {
  test('are the organization’s own and then the server’s by their codes', () => {
    assert.deepEqual(
      entries.map((entry) => entry.emoji_name),
      ['loom', 'heart', 'tada', '+1', 'megaphone', 'partying_face'],
    );
  });

  test('leave out what was removed, and names that the organization took for its own', () => {
    const heart = { ...loom, name: 'heart' };
    const all = emojiEntries(names, [heart, { ...loom, deactivated: true }]);
    assert.ok(!all.some((entry) => entry.emoji_name === 'loom'));
    assert.deepEqual(
      all.filter((entry) => entry.names.includes('heart')).map((entry) => entry.reaction_type),
      ['realm_emoji'],
    );
    assert.equal(all.find((entry) => entry.emoji_code === '2764')?.emoji_name, 'love');
  });

  test('are found by any of their names, whole names and beginnings first', () => {
    assert.deepEqual(found('party'), ['partying_face', 'tada']);
    assert.deepEqual(found('popper'), ['tada']);
    assert.deepEqual(found(':Thumbs up:'), ['+1']);
    assert.deepEqual(found('nothing like it'), []);
  });

  test('are found by themselves', () => {
    assert.deepEqual(found('❤️'), ['heart']);
    assert.deepEqual(found('👍'), ['+1']);
  });

  test('stand under a heading', () => {
    const headings = { '1f44d': 'people', '1f600': 'smileys', '1f408-200d-2b1b': 'nature', '1f355': 'food' };
    for (const [code, heading] of Object.entries(headings)) assert.equal(emojiCategory(code), heading, code);
    assert.equal(emojiCategory('1f3f3-200d-1f308'), 'flags');
    assert.equal(emojiCategory('1f3f0'), 'travel');
    assert.equal(emojiCategory('1f4c8'), 'objects');
    assert.equal(emojiCategory('0023-20e3'), 'symbols');
  });
});

describe('A chosen emoji', () => {
  test('is written by its name, and as characters when it has a skin tone', () => {
    const thumb = entries.find((entry) => entry.emoji_name === '+1')!;
    assert.equal(choiceOf(thumb).text, ':+1:');
    assert.equal(choiceOf(thumb, '\u{1F3FD}').text, '👍🏽');
    assert.equal(choiceOf(entries[2]!, '\u{1F3FD}').text, ':tada:');
  });

  test('takes its tone where the skin is', () => {
    assert.equal(withTone('🧑‍🚀', '\u{1F3FF}'), '🧑🏿‍🚀');
    assert.equal(withTone('☝️', '\u{1F3FB}'), '☝🏻');
    assert.equal(withTone('🎉', '\u{1F3FB}'), undefined);
  });

  test('is remembered once, the newest first', () => {
    assert.deepEqual(addRecent(['a', 'b'], 'b'), ['b', 'a']);
    const shown = recentEntries(entries, ['megaphone', 'gone']).map((entry) => entry.emoji_name);
    assert.deepEqual(shown, ['megaphone', '+1', 'heart', 'tada']);
  });
});

describe('The characters of an emoji', () => {
  test('ask for their coloured form where the font would choose the plain one', () => {
    assert.equal(charactersOf('2764'), '❤️');
    assert.equal(charactersOf('0023-20e3'), '#️⃣');
    assert.equal(charactersOf('1f44d'), '👍');
    assert.equal(charactersOf('1f1e9-1f1ea'), '🇩🇪');
  });
});
