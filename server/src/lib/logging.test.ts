import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeLog } from './logging.ts';

function record(level: string, isTTY: boolean) {
  const lines: string[] = [];
  return { lines, log: makeLog(level, { isTTY, write: (text) => lines.push(text) }) };
}

test('The log writes one JSON object per line at the configured level and above', () => {
  const { lines, log } = record('info', false);
  log.debug('too quiet');
  log.info({ url: 'http://localhost:9991' }, 'listening');
  assert.equal(lines.length, 1);
  const { time, ...line } = JSON.parse(lines[0] ?? '') as Record<string, unknown>;
  assert.equal(typeof time, 'number');
  assert.deepEqual(line, { level: 30, url: 'http://localhost:9991', msg: 'listening' });
});

test('The log writes short lines with the stack of an error to a terminal', () => {
  const { lines, log } = record('info', true);
  log.warn({ port: 9991, name: 'Ada' }, 'look at this');
  log.error({ err: new TypeError('no') }, 'it failed');
  assert.match(lines[0] ?? '', /^\d\d:\d\d:\d\d warn {2}look at this {2}port=9991 {2}name=Ada\n$/);
  assert.match(lines[1] ?? '', /^\d\d:\d\d:\d\d error it failed\n {2}TypeError: no\n {4}at /);
});

test('The log has the kind, message, code and stack of an error, without details added by the database', () => {
  const { lines, log } = record('info', false);
  const error = Object.assign(new Error('duplicate key'), {
    code: '23505',
    detail: 'Key (content)=(canary) already exists.',
    where: 'canary',
    parameters: ['canary'],
  });
  log.error({ err: error }, 'a request failed');
  log.error({ err: { content: 'canary' } }, 'something else was thrown');
  assert.ok(!lines.join('').includes('canary'));
  const { err } = JSON.parse(lines[0] ?? '') as { err: Record<string, unknown> };
  assert.deepEqual(Object.keys(err), ['type', 'message', 'code', 'stack']);
});

test('Texts of others in the log are no orders to a terminal, and look like no other line', () => {
  const text = 'x\u001b[2J\u009b2J\u007f\r\n12:00:00 info  signed in';
  for (const isTTY of [true, false]) {
    const { lines, log } = record('info', isTTY);
    log.info({ account: text }, 'sign-in failed');
    log.warn({ err: new Error(text) }, `a server said ${text}`);
    const written = lines.join('');
    assert.doesNotMatch(written, /(?!\n)\p{Cc}/u);
    assert.doesNotMatch(written, /^12:00:00 info/m);
    assert.ok(written.includes(String.raw`x\u001b[2J\u009b2J`), written);
    if (!isTTY) assert.equal((JSON.parse(lines[0] ?? '') as { account: string }).account, text);
  }
});
