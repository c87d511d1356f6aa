import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { emojiParts } from './emoji-parts.ts';

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
