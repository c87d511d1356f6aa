import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Destination } from '../../store/narrow/narrow.ts';
import { TypingNotices } from './typing.ts';

const lunch: Destination = { kind: 'topic', channelId: 1, topic: 'lunch' };
const ben: Destination = { kind: 'direct', userIds: [8] };

function make() {
  const log: string[] = [];
  let time = 0;
  let timer: { call: () => void; at: number } | undefined;
  const notices = new TypingNotices({
    sync: (to, op) => log.push(`${op} ${to.kind}`),
    again: 100,
    silence: 40,
    now: () => time,
    later: (call, milliseconds) => {
      const own = { call, at: time + milliseconds };
      timer = own;
      return () => {
        if (timer === own) timer = undefined;
      };
    },
  });
  const pass = (milliseconds: number) => {
    time += milliseconds;
    if (timer === undefined || timer.at > time) return;
    const { call } = timer;
    timer = undefined;
    call();
  };
  return { notices, log, pass };
}

test('Continuous typing sends one notification, repeated after a while', () => {
  const { notices, log, pass } = make();
  for (let i = 0; i < 5; i++) {
    notices.wrote(lunch);
    pass(30);
  }
  assert.deepEqual(log, ['start topic', 'start topic']);
});

test('A typing notification stops after a pause', () => {
  const { notices, log, pass } = make();
  notices.wrote(lunch);
  pass(39);
  assert.deepEqual(log, ['start topic']);
  pass(1);
  notices.wrote(lunch);
  assert.deepEqual(log, ['start topic', 'stop topic', 'start topic']);
});

test('Sending a message stops its typing notification once', () => {
  const { notices, log, pass } = make();
  notices.wrote(lunch);
  notices.stopped();
  notices.stopped();
  pass(100);
  assert.deepEqual(log, ['start topic', 'stop topic']);
});

test('Leaving the conversation stops the typing notification there', () => {
  const { notices, log } = make();
  notices.wrote(lunch);
  notices.wrote(ben);
  assert.deepEqual(log, ['start topic', 'stop topic', 'start direct']);
});
