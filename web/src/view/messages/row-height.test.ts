import assert from 'node:assert/strict';
import { test } from 'node:test';
import { condensedHeight, guessedHeight, guesses, guessTextRoughly } from './row-height.ts';
import { guessTextHeight } from './text-height.ts';

const message = { kind: 'message', key: 'm1', id: 1, isFirstOfGroup: false } as const;
const plain = { reactions: [], is_me_message: false, sender_full_name: 'Iris Vale' };
const thumb = {
  emoji_name: 'thumbs_up',
  emoji_code: '1f44d',
  reaction_type: 'unicode_emoji',
  user_id: 1,
} as const;

const knowing = (getContent: () => string) => ({
  getMessage: () => ({ ...plain, content: getContent() }),
  isWhole: () => false,
  guessText: guessTextHeight,
});
const makeText = (words: number): string => `<p>${'word '.repeat(words).trim()}</p>`;
const guess = (words: number, width = 900): number =>
  guessedHeight(
    message,
    width,
    knowing(() => makeText(words)),
  );

test('The estimated height of a message grows by line', () => {
  const oneLine = guess(1);
  const twoLines = guess(25);
  assert.equal(twoLines - oneLine, guess(40) - twoLines);
  assert.ok(twoLines > oneLine);
});

test('The estimated height of a message grows in a narrower list, up to the column width', () => {
  assert.ok(guess(60, 390) > guess(60, 900));
  assert.equal(guess(60, 1440), guess(60, 2560));
});

test('The first message of a group is estimated one line higher', () => {
  const first = guessedHeight(
    { ...message, isFirstOfGroup: true },
    900,
    knowing(() => makeText(4)),
  );
  assert.ok(first - guess(4) > 22);
});

test('The height of an unsent message is estimated from its text', () => {
  const item = (content: string) => ({ content }) as never;
  const pending = (content: string) =>
    guessedHeight(
      { kind: 'pending', key: 'p', item: item(content), isFirstOfGroup: false },
      900,
      knowing(() => ''),
    );
  assert.ok(pending('word '.repeat(80)) > pending('word'));
});

test('The height of a long message is estimated as collapsed unless it is expanded', () => {
  const long = knowing(() => makeText(2000));
  const condensed = guessedHeight(message, 900, long);
  assert.equal(condensed, guess(4000));
  assert.ok(condensed >= condensedHeight * 16 && condensed < condensedHeight * 16 + 10);
  assert.ok(guessedHeight(message, 900, { ...long, isWhole: () => true }) > 2 * condensed);
});

test('The height of a row is estimated once, even if the window or the message changes', () => {
  let words = 4;
  const guessHeight = guesses(knowing(() => makeText(words)));
  const first = guessHeight(message, 900);
  words = 400;
  assert.equal(guessHeight(message, 390), first);
  assert.ok(guessHeight({ ...message, key: 'm2', id: 2 }, 390) > first);
});

test('Reactions make a row higher', () => {
  const getMessage = () => ({ ...plain, content: makeText(4), reactions: [thumb] });
  assert.equal(
    guessedHeight(message, 900, { getMessage, isWhole: () => false, guessText: guessTextHeight }),
    guess(4) + 32,
  );
});

test('A message that begins with the name of its sender has no line for the name', () => {
  const row = { ...message, isFirstOfGroup: true };
  const getHeight = (isDoing: boolean) => {
    const content = isDoing ? '<p>/me waves</p>' : '<p>waves</p>';
    const getMessage = () => ({ ...plain, content, is_me_message: isDoing });
    return guessedHeight(row, 900, { getMessage, isWhole: () => false, guessText: guessTextHeight });
  };
  assert.ok(getHeight(true) < getHeight(false));
});

test('The row of a message that is not loaded has the height of one line', () => {
  assert.equal(
    guessedHeight(message, 900, {
      getMessage: () => undefined,
      isWhole: () => false,
      guessText: guessTextHeight,
    }),
    guess(1),
  );
});

test('The rough estimate of a text differs by at most a line from the close one', () => {
  for (const words of [1, 12, 60])
    assert.ok(Math.abs(guessTextRoughly(makeText(words), 804) - guessTextHeight(makeText(words), 804)) <= 22);
});
