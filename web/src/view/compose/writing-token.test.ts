import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { tokenAt } from './writing-token.ts';

/** The caret is at the end. */
function getToken(text: string): string {
  const token = tokenAt(text, text.length);
  if (token === undefined) return 'nothing';
  const channel = token.channel === undefined ? '' : ` of ${token.channel}`;
  return `${token.kind}${channel} "${token.query}" at ${token.start}`;
}

describe('The token at the caret', () => {
  for (const [text, expected] of [
    ['@', 'person "" at 0'],
    ['hi @be', 'person "be" at 3'],
    ['(@Ben Wr', 'person "Ben Wr" at 1'],
    ['@**Ben', 'person "Ben" at 0'],
    ['@_', 'silent "" at 0'],
    ['@_be', 'silent "be" at 0'],
    ['ben@example', 'nothing'],
    ['@ ben', 'nothing'],
    ['@**Ben**', 'nothing'],
    ['#', 'channel "" at 0'],
    ['see #des', 'channel "des" at 4'],
    ['# Title', 'nothing'],
    ['#**design**', 'nothing'],
    ['#**design>', 'topic of design "" at 0'],
    ['see #**design>lun ch', 'topic of design "lun ch" at 4'],
    ['#**design>lunch**', 'nothing'],
    [':ta', 'emoji "ta" at 0'],
    [':+1', 'emoji "+1" at 0'],
    [':D', 'nothing'],
    ['at 10:30', 'nothing'],
    [':tada:', 'nothing'],
    ['/', 'command "" at 0'],
    ['/m', 'command "m" at 0'],
    ['and /m', 'nothing'],
    ['```py', 'language "py" at 3'],
    ['```', 'nothing'],
    ['```py\n@be', 'nothing'],
    ['```py\nx\n```\n@be', 'person "be" at 12'],
    ['```quote\n@be', 'person "be" at 9'],
    ['```\n```py', 'nothing'],
    ['`@be', 'nothing'],
    ['`x` @be', 'person "be" at 4'],
    ['at <time', 'time "" at 3'],
    ['<time:tomorrow 15', 'time "tomorrow 15" at 0'],
    ['<time:15:30', 'time "15:30" at 0'],
    ['<time:2026-12-24>', 'nothing'],
    ['a<time', 'nothing'],
    ['plain words', 'nothing'],
  ] as const)
    test(`Token at the caret: ${JSON.stringify(text)} is ${expected}`, () =>
      assert.equal(getToken(text), expected));

  test('The token at the caret ends at the caret', () =>
    assert.deepEqual(tokenAt('@ben and others', 3), { kind: 'person', query: 'be', start: 0 }));
});
