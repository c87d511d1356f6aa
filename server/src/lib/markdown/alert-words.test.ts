import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { newAlertWordIndex } from './alert-words.ts';

const words = new Map([
  [1, ['loom', 'on call']],
  [2, ['c++', '#urgent']],
  [3, ['LOOM', '织机']],
  [4, ['Ärger', "don't"]],
  [5, []],
  [6, [' ', '']],
]);

const table: [text: string, users: number[]][] = [
  ['the loom is broken', [1, 3]],
  ['LOOM!', [1, 3]],
  ['looms, bloom, loom_x, heirloom', []],
  ['the (loom)', [1, 3]],
  ['**loom**', [1, 3]],
  ['re-loom', [1, 3]],
  ['who is on call?', [1]],
  ['on\ncall', [1]],
  ['on  call', [1]],
  ['oncall', []],
  ['I write C++.', [2]],
  ['c+', []],
  ['abc++', []],
  ['#Urgent: read', [2]],
  ['urgent', []],
  ['新织机好', [3]],
  ['织', []],
  ['ÄRGER', [4]],
  ['A\u0308rger', [4]],
  ["I don't", [4]],
  ['https://x.example.com/loom', []],
  ['https://x.example.com/loom loom', [1, 3]],
  ['', []],
];

describe('Alert words', () => {
  for (const [text, users] of table) {
    test(`Alert words are found in ${JSON.stringify(text)}`, () => {
      assert.deepEqual(newAlertWordIndex(words).find(text), users);
    });
  }

  test('A user’s alert words replace the previous ones', () => {
    const index = newAlertWordIndex(words);
    index.set(1, ['shuttle']);
    assert.deepEqual(index.find('loom shuttle on call'), [1, 3]);
    index.set(3, []);
    assert.deepEqual(index.find('loom 织机'), []);
    index.set(1, []);
    assert.deepEqual(index.find('shuttle'), []);
  });

  test('Alert words of ten thousand users are found as those of one', () => {
    const index = newAlertWordIndex(
      Array.from({ length: 10_000 }, (_, i) => [i + 1, [`word${i}`, 'all of us']]),
    );
    assert.deepEqual(index.find('see word7 and word9999'), [8, 10_000]);
    assert.equal(index.find('all of us').length, 10_000);
  });

  test('Indexed alert words equal the stored ones after any changes', () => {
    const word = fc
      .array(fc.constantFrom('a', 'b', 'ab', ' ', '+', '织'), { minLength: 1, maxLength: 4 })
      .map((all) => all.join(''));
    const change = fc.tuple(fc.integer({ min: 1, max: 4 }), fc.array(word, { maxLength: 3 }));
    fc.assert(
      fc.property(fc.array(change, { maxLength: 12 }), fc.array(word, { maxLength: 6 }), (changes, texts) => {
        const index = newAlertWordIndex();
        for (const [user, list] of changes) index.set(user, list);
        const latest = new Map(changes);
        for (const text of texts) assert.deepEqual(index.find(text), newAlertWordIndex(latest).find(text));
      }),
    );
  });
});
