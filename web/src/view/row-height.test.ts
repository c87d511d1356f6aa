import assert from 'node:assert/strict';
import { test } from 'node:test';
import { condensedHeight, guessedHeight, guesses } from './row-height.ts';

const message = { kind: 'message', key: 'm1', id: 1, isFirstOfGroup: false } as const;
const knowing = (lengthOf: () => number) => ({ lengthOf, isWhole: () => false });
const guess = (length: number, width = 900): number =>
  guessedHeight(
    message,
    width,
    knowing(() => length),
  );

test('A longer message is guessed to be higher, line by line', () => {
  const oneLine = guess('<p>ok</p>'.length);
  const twoLines = guess(150);
  assert.equal(twoLines - oneLine, guess(250) - twoLines);
  assert.ok(twoLines > oneLine);
});

test('So is one in a narrower list; beyond the width of a column nothing changes', () => {
  assert.ok(guess(300, 390) > guess(300, 900));
  assert.equal(guess(300, 1440), guess(300, 2560));
});

test('The first of a group has a line more, with who says it', () => {
  const first = guessedHeight(
    { ...message, isFirstOfGroup: true },
    900,
    knowing(() => 20),
  );
  assert.ok(first - guess(20) > 22);
});

test('What was written here and not taken yet is guessed by its own words', () => {
  const item = (content: string) => ({ content }) as never;
  const pending = (content: string) =>
    guessedHeight(
      { kind: 'pending', key: 'p', item: item(content), isFirstOfGroup: false },
      900,
      knowing(() => 0),
    );
  assert.ok(pending('word '.repeat(80)) > pending('word'));
});

test('A long one is guessed to be as high as its beginning, unless all of it is shown', () => {
  const long = knowing(() => 10_000);
  const condensed = guessedHeight(message, 900, long);
  assert.equal(condensed, guess(20_000));
  assert.ok(condensed >= condensedHeight * 16 && condensed < condensedHeight * 16 + 10);
  assert.ok(guessedHeight(message, 900, { ...long, isWhole: () => true }) > 2 * condensed);
});

test('Of a row there is one guess, though the window or the message changes', () => {
  let length = 20;
  const guessOf = guesses(knowing(() => length));
  const first = guessOf(message, 900);
  length = 2000;
  assert.equal(guessOf(message, 390), first);
  assert.ok(guessOf({ ...message, key: 'm2', id: 2 }, 390) > first);
});
