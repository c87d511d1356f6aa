import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { emojiByCharacter, emojiByName, emojiCode, namesByCode } from './emoji.ts';
import { cases } from '../../../../../tests/support/markdown/cast.ts';

const emoji = (code: string, name: string) =>
  `<span aria-label="${name.replaceAll('_', ' ')}" class="emoji emoji-${code}" role="img" title="${name.replaceAll('_', ' ')}">:${name}:</span>`;

cases('emoji by name', [
  [':+1:', `<p>${emoji('1f44d', '+1')}</p>`],
  [':thumbs_up:', `<p>${emoji('1f44d', 'thumbs_up')}</p>`],
  [':like:', `<p>${emoji('1f44d', 'like')}</p>`],
  ['a:tada:b', `<p>a${emoji('1f389', 'tada')}b</p>`],
  [':smile::heart:', `<p>${emoji('1f642', 'smile')}${emoji('2764', 'heart')}</p>`],
  [':piñata:', `<p>${emoji('1fa85', 'piñata')}</p>`],
  ['**:smile:**', `<p><strong>${emoji('1f642', 'smile')}</strong></p>`],
  [':no_such_emoji:', '<p>:no_such_emoji:</p>'],
  ['10:30:45', '<p>10:30:45</p>'],
  [': smile :', '<p>: smile :</p>'],
  ['::', '<p>::</p>'],
  [':constructor:', '<p>:constructor:</p>'],
  [
    ':shuttle:',
    '<p><img alt=":shuttle:" class="emoji" src="/user_avatars/1/emoji/images/9.png" title="shuttle"></p>',
  ],
]);

cases('emoji by character', [
  ['👍', `<p>${emoji('1f44d', '+1')}</p>`],
  ['hi 🙂!', `<p>hi ${emoji('1f642', 'smile')}!</p>`],
  ['🎉🎉', `<p>${emoji('1f389', 'tada')}${emoji('1f389', 'tada')}</p>`],
  ['❤️', `<p>${emoji('2764', 'heart')}</p>`],
  ['❤', '<p>❤</p>'],
  ['a → b ™ ©', '<p>a → b ™ ©</p>'],
  ['1️⃣', `<p>${emoji('0031-20e3', 'one')}</p>`],
  ['x 5⃣', '<p>x 5⃣</p>'],
  ['🇫🇷', `<p>${emoji('1f1eb-1f1f7', 'flag_france')}</p>`],
  ['👍🏽', '<p>👍🏽</p>'],
  ['👨🏽‍💻!', '<p>👨🏽‍💻!</p>'],
  ['🧑‍🎨', `<p>${emoji('1f9d1-200d-1f3a8', 'artist')}</p>`],
  ['\u{1F9FF}', `<p>${emoji('1f9ff', emojiByCharacter('\u{1F9FF}')?.name ?? '')}</p>`],
  ['\ud83d', '<p>\ud83d</p>'],
]);

describe('The emoji table', () => {
  test('Every emoji name has one code, and every code has names, the preferred one first', () => {
    const codes = namesByCode();
    const all = Object.values(codes).flat();
    assert.equal(new Set(all).size, all.length);
    assert.deepEqual([Object.keys(codes).length, all.length], [1865, 3308]);
    assert.deepEqual(codes['1f44d'], ['+1', 'thumbs_up', 'like']);
    assert.ok(codes['1fa9d']?.includes('point'));
    for (const [code, names] of Object.entries(codes)) {
      assert.match(code, /^[0-9a-f]{4,5}(?:-[0-9a-f]{4,5})*$/);
      assert.ok(names.length > 0, code);
      for (const name of names) {
        assert.match(name, /^[\p{L}\p{N}_+-]{1,200}$/u);
        assert.deepEqual(emojiByName(name), { code, name: names[0] });
      }
    }
  });

  test('Former emoji names are accepted but not offered', () => {
    const offered = new Set(Object.values(namesByCode()).flat());
    const former = {
      flag_turkey: '1f1f9-1f1f7',
      jacket: '1f9e5',
      life_saver: '1f6df',
      trombone: '1fa8a',
      サ: '1f202',
    };
    for (const [name, code] of Object.entries(former)) {
      assert.equal(emojiByName(name)?.code, code, name);
      assert.ok(!offered.has(name), name);
    }
    assert.equal(emojiByName('jacket')?.name, 'coat');
  });

  test('The emoji table starts with those that clients offer first', () => {
    for (const code of ['1f44d', '1f389', '1f642', '2764', '1f6e0', '1f419'])
      assert.ok(namesByCode()[code], code);
  });

  test('An emoji is found by name and by character', () => {
    assert.deepEqual(emojiByName('thumbs_up'), { code: '1f44d', name: '+1' });
    assert.equal(emojiByName('toString'), undefined);
    assert.deepEqual(emojiByCharacter('❤️'), emojiByCharacter('❤'));
    assert.equal(emojiByCharacter('x'), undefined);
    assert.equal(emojiCode('❤️‍🔥'), '2764-200d-1f525');
  });
});
