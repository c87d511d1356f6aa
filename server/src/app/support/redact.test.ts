import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { makeRedact, redactAll, redactLine } from './redact.ts';

const redact = makeRedact(['hunter2!secret', 'abc']);

describe('Redacting for support', () => {
  it('Email addresses, network addresses, keys, and credentials in URLs are redacted', () => {
    const cases: readonly (readonly [string, string])[] = [
      ['from ada.achterberg+x@example.com: no', 'from (email): no'],
      ['ünal@bücher.example', '(email)'],
      ['peer 192.168.7.13:443 and 127.0.0.1', 'peer (address):443 and 127.0.0.1'],
      ['peer 2001:db8::17 and ::1', 'peer (address) and ::1'],
      ['::ffff:10.1.2.3', '::ffff:(address)'],
      ['postgres://heddle:pass@db.internal/heddle', 'postgres://(hidden)@db.internal/heddle'],
      ['GET /json/x?api_key=tiny&b=1 failed', 'GET /json/x?(hidden) failed'],
      ['key 5aLkJ2hF8sD1qWeRtYuIoPzXcVbNm123 x', 'key (key) x'],
      ['key aLkJphFssDlqWeRtYuIoPzXcVbNmqqww', 'key (key)'],
      ['key 0003-pinned-k7q2x-messages', 'key (key)'],
      ['a hunter2!secret b', 'a (secret) b'],
    ];
    for (const [text, expected] of cases) assert.equal(redact(text), expected, text);
  });

  it('Words of the program, versions, times and request IDs stay', () => {
    for (const text of [
      'default_channel_group_channel',
      'organization cache could not be refreshed',
      'Node 24.18.0 with SQLite 3.51.3',
      'heddle_request_duration_seconds_bucket',
      '3f0c9a1e-1111-4222-8333-444455556666',
      '0003-pinned-messages',
      '2026-11-25T12:04:31.000Z',
      'abc',
    ])
      assert.equal(redact(text), text);
  });

  it('Only known fields of log lines are kept, and other lines are omitted', () => {
    const line = {
      level: 30,
      msg: 'sign-in failed',
      account: 'Ada',
      address: 'x',
      err: { message: 'at a@b.c' },
    };
    assert.deepEqual(redactLine(JSON.stringify(line), redact), {
      level: 30,
      msg: 'sign-in failed',
      account: '(removed)',
      address: '(removed)',
      err: { message: 'at (email)' },
    });
    for (const text of ['', 'Ada wrote: hello', '{"a":1}', '"x"', '{', 'null'])
      assert.equal(redactLine(text, redact), undefined, text);
  });

  it('Texts inside lists and objects are redacted, and numbers stay', () => {
    assert.deepEqual(redactAll({ a: [1, 'x@y.z'], b: { c: null } }, redact), {
      a: [1, '(email)'],
      b: { c: null },
    });
  });
});
