import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { emojiCategory } from './emoji-categories.ts';
import { addRecent, toEmojiChoice, emojiEntries, recentEntries, searchEmoji, withTone } from './emoji.ts';
import { getCharacters } from './reactions.ts';
import { emojiParts } from './emoji-parts.ts';

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

describe('The emoji picker', () => {
  test('Of the emoji whose name begins with the query, popular ones come first', () => {
    const all = emojiEntries({ '26c8': ['thunderstorm'], '2661': ['thug', 'thumb_tack'], ...names }, [loom]);
    const first = (query: string) => searchEmoji(all, query)[0]?.emoji_name;
    assert.equal(first('thu'), '+1');
    assert.equal(first('thunder'), 'thunderstorm');
    assert.equal(first('thug'), 'thug');
  });

  test('The emoji picker lists custom emoji and then built-in ones by code', () => {
    assert.deepEqual(
      entries.map((entry) => entry.emoji_name),
      ['loom', 'heart', 'tada', '+1', 'megaphone', 'partying_face'],
    );
  });

  test('The emoji picker omits deactivated emoji and overridden names', () => {
    const heart = { ...loom, name: 'heart' };
    const all = emojiEntries(names, [heart, { ...loom, deactivated: true }]);
    assert.ok(!all.some((entry) => entry.emoji_name === 'loom'));
    assert.deepEqual(
      all.filter((entry) => entry.names.includes('heart')).map((entry) => entry.reaction_type),
      ['realm_emoji'],
    );
    assert.equal(all.find((entry) => entry.emoji_code === '2764')?.emoji_name, 'love');
  });

  test('The emoji picker finds emoji by any name, exact names and prefixes first', () => {
    assert.deepEqual(found('party'), ['tada', 'partying_face']);
    assert.deepEqual(found('popper'), ['tada']);
    assert.deepEqual(found(':Thumbs up:'), ['+1']);
    assert.deepEqual(found('nothing like it'), []);
  });

  test('The emoji picker finds emoji by the character', () => {
    assert.deepEqual(found('❤️'), ['heart']);
    assert.deepEqual(found('👍'), ['+1']);
  });

  test('The emoji picker groups emoji under headings', () => {
    const headings = { '1f44d': 'people', '1f600': 'smileys', '1f408-200d-2b1b': 'nature', '1f355': 'food' };
    for (const [code, heading] of Object.entries(headings)) assert.equal(emojiCategory(code), heading, code);
    assert.equal(emojiCategory('1f3f3-200d-1f308'), 'flags');
    assert.equal(emojiCategory('1f3f0'), 'travel');
    assert.equal(emojiCategory('1f4c8'), 'objects');
    assert.equal(emojiCategory('0023-20e3'), 'symbols');
  });
});

describe('Chosen emoji', () => {
  test('A chosen emoji is inserted by name, and as characters with a skin tone', () => {
    const thumb = entries.find((entry) => entry.emoji_name === '+1')!;
    assert.equal(toEmojiChoice(thumb).text, ':+1:');
    assert.equal(toEmojiChoice(thumb, '\u{1F3FD}').text, '👍🏽');
    assert.equal(toEmojiChoice(entries[2]!, '\u{1F3FD}').text, ':tada:');
  });

  test('A chosen skin tone is applied to the skin', () => {
    assert.equal(withTone('🧑‍🚀', '\u{1F3FF}'), '🧑🏿‍🚀');
    assert.equal(withTone('☝️', '\u{1F3FB}'), '☝🏻');
    assert.equal(withTone('🎉', '\u{1F3FB}'), undefined);
  });

  test('A chosen emoji is remembered once, newest first', () => {
    assert.deepEqual(addRecent(['a', 'b'], 'b'), ['b', 'a']);
    const shown = recentEntries(entries, ['megaphone', 'gone']).map((entry) => entry.emoji_name);
    assert.deepEqual(shown, ['megaphone', '+1', 'heart', 'tada']);
  });
});

describe('Emoji characters', () => {
  test('Emoji characters request their coloured form where fonts would use the plain one', () => {
    assert.equal(getCharacters('2764'), '❤️');
    assert.equal(getCharacters('0023-20e3'), '#️⃣');
    assert.equal(getCharacters('1f44d'), '👍');
    assert.equal(getCharacters('1f1e9-1f1ea'), '🇩🇪');
  });
});

const codes = (text: string) => emojiParts(text)?.flatMap(({ code }) => code ?? []);

describe('Emoji in text', () => {
  test('Text is divided at its emoji', () => {
    assert.deepEqual(emojiParts('Dye 🎨 day'), [
      { text: 'Dye ' },
      { text: '🎨', code: '1f3a8' },
      { text: ' day' },
    ]);
    assert.deepEqual(emojiParts('🎨'), [{ text: '🎨', code: '1f3a8' }]);
  });

  test('Skin tones, families, flags, keycaps and regions are one emoji each', () => {
    assert.deepEqual(codes('👍🏽🧑🏿‍🚀'), ['1f44d-1f3fd', '1f9d1-1f3ff-200d-1f680']);
    assert.deepEqual(codes('☝🏻'), ['261d-1f3fb']);
    assert.deepEqual(codes('👨‍👩‍👧'), ['1f468-200d-1f469-200d-1f467']);
    assert.deepEqual(codes('🇩🇪🇫🇷'), ['1f1e9-1f1ea', '1f1eb-1f1f7']);
    assert.deepEqual(codes('#️⃣ 1⃣'), ['0023-20e3', '0031-20e3']);
    assert.deepEqual(codes('🏴󠁧󠁢󠁳󠁣󠁴󠁿'), ['1f3f4-e0067-e0062-e0073-e0063-e0074-e007f']);
    assert.deepEqual(codes('❤️ and 🏳️‍🌈'), ['2764', '1f3f3-200d-1f308']);
  });

  test('Letters, digits and signs that are text by default stay text', () => {
    for (const text of ['Weft', 'Nr. 5 #1*', '© ™ ↔ ✔', 'مرحبا', '織り'])
      assert.equal(emojiParts(text), undefined, text);
  });
});
