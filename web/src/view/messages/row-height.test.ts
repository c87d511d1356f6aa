import assert from 'node:assert/strict';
import { test } from 'node:test';
import { condensedHeight, guessedHeight, guesses } from './row-height.ts';

const message = { kind: 'message', key: 'm1', id: 1, isFirstOfGroup: false } as const;
const knowing = (getLength: () => number) => ({ getLength, isWhole: () => false });
const guess = (length: number, width = 900): number =>
  guessedHeight(
    message,
    width,
    knowing(() => length),
  );

test('The estimated height of a message grows by line', () => {
  const oneLine = guess('<p>ok</p>'.length);
  const twoLines = guess(150);
  assert.equal(twoLines - oneLine, guess(250) - twoLines);
  assert.ok(twoLines > oneLine);
});

test('The estimated height of a message grows in a narrower list, up to the column width', () => {
  assert.ok(guess(300, 390) > guess(300, 900));
  assert.equal(guess(300, 1440), guess(300, 2560));
});

test('The first message of a group is estimated one line higher', () => {
  const first = guessedHeight(
    { ...message, isFirstOfGroup: true },
    900,
    knowing(() => 20),
  );
  assert.ok(first - guess(20) > 22);
});

test('The height of an unsent message is estimated from its text', () => {
  const item = (content: string) => ({ content }) as never;
  const pending = (content: string) =>
    guessedHeight(
      { kind: 'pending', key: 'p', item: item(content), isFirstOfGroup: false },
      900,
      knowing(() => 0),
    );
  assert.ok(pending('word '.repeat(80)) > pending('word'));
});

test('The height of a long message is estimated as collapsed unless it is expanded', () => {
  const long = knowing(() => 10_000);
  const condensed = guessedHeight(message, 900, long);
  assert.equal(condensed, guess(20_000));
  assert.ok(condensed >= condensedHeight * 16 && condensed < condensedHeight * 16 + 10);
  assert.ok(guessedHeight(message, 900, { ...long, isWhole: () => true }) > 2 * condensed);
});

test('The height of a row is estimated once, even if the window or the message changes', () => {
  let length = 20;
  const guessHeight = guesses(knowing(() => length));
  const first = guessHeight(message, 900);
  length = 2000;
  assert.equal(guessHeight(message, 390), first);
  assert.ok(guessHeight({ ...message, key: 'm2', id: 2 }, 390) > first);
});
