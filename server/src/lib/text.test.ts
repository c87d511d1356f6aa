import assert from 'node:assert/strict';
import { test } from 'node:test';
import { forbiddenAt, lookKey, withoutForbidden } from './text.ts';

/** Characters with each property that makes one invisible. */
const invisible = [
  '\u00ad\u034f\u061c\u115f\u1160\u17b4\u180e\u200b\u200e\u202e\u2060\u2066\u2800\u3164\ufeff\uffa0\ufff9',
  '\u{16fe4}\u{1d159}\u{1d173}\u{e0001}\u{e0041}\u{e007f}',
  // These are needed elsewhere.
  '\u180b\u200c\u200d\ufe00\ufe0e\ufe0f\u{e0100}',
].flatMap((characters) => Array.from(characters));

test('A name with an invisible character is refused at its position, wherever it stands', () => {
  for (const character of invisible)
    for (const [name, position] of [
      [`${character}ada`, 1],
      [`ad${character}a`, 3],
      [`ada${character}`, 4],
      [`🧵${character}${character}${character}`, 0],
      [character, 1],
    ] as const) {
      const found = forbiddenAt(name);
      const at = `U+${character.codePointAt(0)?.toString(16) ?? ''} in ${JSON.stringify(name)}`;
      if (position > 0) assert.equal(found, position, at);
      else assert.ok(found > 0, at);
    }
});

test('Invisible characters stay in names where an emoji or a script needs them', () => {
  for (const name of [
    '❤️ tea',
    '☎︎',
    '1️⃣ first',
    '👨‍👩‍👧 family',
    '🏳️‍⚧️',
    '👩🏽‍🚀',
    '👁️‍🗨️',
    '🏴󠁧󠁢󠁥󠁮󠁧󠁿 and 🏴󠁧󠁢󠁳󠁣󠁴󠁿',
    'می‌خواهم',
    'क्‍ष',
    'ശ്രീ‍',
    'രാജന്‍',
    'ශ්‍රී ලංකා',
    'ᠪᠢᠴᠢᠭ᠎ᠡ',
    '葛󠄀城',
  ]) {
    assert.equal(forbiddenAt(name), 0, name);
    assert.equal(withoutForbidden(name), name);
  }
});

test('Tags spell nothing but flags, and joiners join nothing but what joins', () => {
  const tags = (text: string) =>
    Array.from(text, (letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('');
  for (const name of [`🏴${tags('usca')}\u{e007f}`, `🏴${tags('gbeng')}`, `🧵${tags('gbeng')}\u{e007f}`])
    assert.equal(forbiddenAt(name), 2, name);
  for (const name of ['a\u200db', '東\u200d京', '🧵\u200d', 'می\u200c', 'م\u200c\u200cی'])
    assert.ok(forbiddenAt(name) > 0, name);
  assert.equal(withoutForbidden('a\u200bb\ufe0fc'), 'a b c');
});

test('Names that people cannot tell apart have one key, and flags have their own', () => {
  for (const names of [
    ['❤️ Tea', '❤ tea', '❤︎ TEA'],
    ['می‌خواهم', 'میخواهم'],
    ['葛󠄀城', '葛城'],
    ['a  b', 'A b', 'a\u200b b', 'ａ\u3000b'],
    ...invisible.map((character) => ['loom', `lo${character}om`]),
  ].map((group) => group.map((name) => lookKey(name))))
    assert.equal(new Set(names).size, 1, names.join(', '));
  assert.notEqual(lookKey('🏴󠁧󠁢󠁥󠁮󠁧󠁿'), lookKey('🏴󠁧󠁢󠁳󠁣󠁴󠁿'));
});
