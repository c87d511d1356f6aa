import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeProgressLine } from './progress-line.ts';

/** What is written while a command of 60 seconds shows its progress ten times a second. */
function runCommand(isTTY: boolean, { json, isStalled }: { json?: boolean; isStalled?: boolean } = {}) {
  const written: string[] = [];
  let ms = 0;
  const output = { isTTY, write: (text: string) => written.push(text) };
  const line = makeProgressLine({ json }, output, () => ms);
  for (; ms < 60_000; ms += 100) line.show(() => (isStalled === true ? '1 %' : `${ms / 1000} s`));
  line.end();
  return written;
}

test('Progress without a terminal is a plain line every ten seconds', () => {
  assert.deepEqual(
    runCommand(false),
    [0, 10, 20, 30, 40, 50].map((s) => `${s} s\n`),
  );
});

test('Progress without a terminal does not repeat what has not changed', () => {
  assert.deepEqual(runCommand(false, { isStalled: true }), ['1 %\n']);
});

test('Progress on a terminal is one line that is rewritten twice a second, and cleared at the end', () => {
  const written = runCommand(true);
  assert.equal(written.length, 121);
  assert.ok(written.every((text) => text.startsWith('\r\u001b[K') && !text.includes('\n')));
  assert.equal(written.at(-1), '\r\u001b[K');
});

test('A command that prints JSON shows no progress', () => {
  assert.deepEqual([...runCommand(true, { json: true }), ...runCommand(false, { json: true })], []);
});

test('Progress shows control characters in names as escapes', () => {
  const written: string[] = [];
  const line = makeProgressLine({}, { isTTY: true, write: (text: string) => written.push(text) }, () => 0);
  line.show(() => 'plan\u001b[2J.txt');
  assert.deepEqual(
    written,
    [String.raw`plan\u001b[2J.txt`].map((text) => `\r\u001b[K${text}`),
  );
});
