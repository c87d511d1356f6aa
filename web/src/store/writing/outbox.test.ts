import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { inChannel } from '../examples.ts';
import type { Destination } from '../narrow/narrow.ts';
import { Outbox, type OutboxItem, type OutboxOptions, type SendResult } from './outbox.ts';

const lunch: Destination = { kind: 'topic', channelId: 4, topic: 'lunch' };
const dinner: Destination = { kind: 'topic', channelId: 4, topic: 'dinner' };

function open(options: Partial<OutboxOptions> = {}) {
  const asked: { item: OutboxItem; respond: (result: SendResult) => void }[] = [];
  let ids = 0;
  const outbox = new Outbox({
    send: (item) => new Promise((respond) => asked.push({ item, respond })),
    wait: () => Promise.resolve(),
    waitForStorage: () => Promise.resolve(),
    newId: () => `local ${++ids}`,
    now: () => 1000,
    ...options,
  });
  const states = () => outbox.items.peek().map(({ state }) => state);
  return { outbox, asked, states };
}

const messageEvent = (id: number, localId?: string) => ({
  ...inChannel(id, 4, 'lunch'),
  id: 1,
  ...(localId === undefined ? {} : { local_message_id: localId }),
});

describe('The outbox', () => {
  it('The outbox shows a message from sending until its event', async () => {
    const { outbox, asked, states } = open();
    outbox.add(lunch, 'Soup', 'q');
    assert.deepEqual(states(), ['sending']);
    asked[0]!.respond({ kind: 'sent', messageId: 91 });
    await turn();
    assert.deepEqual(states(), ['sent']);
    outbox.settle([messageEvent(91, 'local 1')]);
    assert.deepEqual(states(), []);
  });

  it('A message that was tried and has waited for a day is sent only if it is asked for again', async () => {
    let now = 1000;
    const { outbox, asked, states } = open({ now: () => now });
    outbox.add(lunch, 'Soup', 'q');
    outbox.add(lunch, 'Bread', 'q');
    now += 86_400_000;
    asked[0]!.respond({ kind: 'unreachable' });
    await turn();
    assert.deepEqual(states(), ['failed', 'sending']);
    assert.deepEqual(
      asked.map(({ item }) => item.content),
      ['Soup', 'Bread'],
    );
    outbox.retry('local 1');
    asked[1]!.respond({ kind: 'sent', messageId: 92 });
    await turn();
    assert.deepEqual(
      asked.map(({ item }) => item.content),
      ['Soup', 'Bread', 'Soup'],
    );
  });

  it('A message that waits for its file has its place before what was written after it', async () => {
    const { outbox, asked } = open();
    outbox.add(lunch, 'Before', 'q');
    const hold = outbox.hold(lunch);
    outbox.add(lunch, 'After', 'q');
    outbox.add(dinner, 'Elsewhere', 'q');
    asked[0]!.respond({ kind: 'sent', messageId: 90 });
    await turn();
    const contents = () => asked.map(({ item }) => item.content);
    assert.deepEqual(contents(), ['Before', 'Elsewhere']);
    outbox.add(lunch, 'The file', 'q', hold);
    asked[2]!.respond({ kind: 'sent', messageId: 92 });
    await turn();
    assert.deepEqual(contents(), ['Before', 'Elsewhere', 'The file', 'After']);
  });

  it('What waits for a file is sent when the file is given up', async () => {
    const { outbox, asked } = open();
    const hold = outbox.hold(lunch);
    outbox.add(lunch, 'After', 'q');
    await turn();
    assert.equal(asked.length, 0);
    outbox.release(hold);
    await turn();
    assert.equal(asked[0]!.item.content, 'After');
  });

  it('The outbox sends a message that the browser has no room to keep', () => {
    const save = () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    };
    const { outbox, asked, states } = open({ save });
    outbox.add(lunch, 'Soup', 'q');
    assert.deepEqual(states(), ['sending']);
    assert.equal(asked.length, 1);
  });

  it('The outbox matches its message when the event precedes the response', async () => {
    const { outbox, asked, states } = open();
    outbox.add(lunch, 'Soup', 'q');
    outbox.settle([messageEvent(91, 'local 1')]);
    asked[0]!.respond({ kind: 'sent', messageId: 91 });
    await turn();
    assert.deepEqual(states(), []);
  });

  it('The outbox matches its message in the initial state, with a late response to the second attempt', async () => {
    const { outbox, asked, states } = open({ isHere: (id) => id === 91 });
    outbox.add(lunch, 'Soup', 'q');
    asked[0]!.respond({ kind: 'sent', messageId: 91 });
    await turn();
    assert.deepEqual(states(), []);
  });

  it('The outbox waits as long as the server asks', async () => {
    const waits: number[] = [];
    const wait = (_: number, afterMs: number) => Promise.resolve(void waits.push(afterMs));
    const { outbox, asked, states } = open({ wait });
    outbox.add(lunch, 'Soup', 'q');
    asked[0]!.respond({ kind: 'unreachable', afterMs: 4000 });
    await turn();
    asked[1]!.respond({ kind: 'unreachable' });
    await turn();
    assert.deepEqual(waits, [4000, 0]);
    assert.deepEqual(states(), ['sending']);
  });

  it('The outbox matches its message in a fetch when its event went to another queue', async () => {
    const { outbox, asked, states } = open();
    outbox.add(lunch, 'Soup', 'q');
    asked[0]!.respond({ kind: 'sent', messageId: 91 });
    await turn();
    outbox.seen([90, 91]);
    assert.deepEqual(states(), []);
  });

  it('The outbox retries with the same key after a missing response', async () => {
    const { outbox, asked, states } = open();
    outbox.add(lunch, 'Soup', 'q');
    asked[0]!.respond({ kind: 'unreachable' });
    await turn();
    assert.equal(asked.length, 2);
    assert.deepEqual(asked[1]!.item, asked[0]!.item);
    assert.deepEqual(states(), ['sending']);
  });

  it('The outbox never gives up while the server cannot store, and waits until it can', async () => {
    const waits: (() => void)[] = [];
    const { outbox, asked, states } = open({
      waitForStorage: () => new Promise((resolve) => waits.push(resolve)),
    });
    outbox.add(lunch, 'Soup', 'q');
    for (let attempt = 0; attempt < 20; attempt++) {
      asked[attempt]!.respond({ kind: 'notStored', afterMs: 10_000 });
      await turn();
      assert.equal(asked.length, attempt + 1, 'nothing is sent while it waits');
      waits[attempt]!();
      await turn();
    }
    assert.deepEqual(states(), ['sending']);
    assert.deepEqual(asked[20]!.item, asked[0]!.item);
    asked[20]!.respond({ kind: 'sent', messageId: 91 });
    await turn();
    assert.deepEqual(states(), ['sent']);
  });

  it('A message waits for a connection as long as it takes, and says so from the second attempt', async () => {
    const { outbox, asked, states } = open();
    outbox.add(lunch, 'Soup', 'q');
    const isWaiting = () => outbox.items.peek()[0]?.isWaiting === true;
    for (let attempt = 0; attempt < 40; attempt++) {
      assert.equal(isWaiting(), attempt > 1);
      asked[attempt]!.respond({ kind: attempt % 3 === 0 ? 'notStored' : 'unreachable' });
      await turn();
      assert.deepEqual(states(), ['sending']);
    }
    assert.deepEqual(asked[40]!.item.localId, 'local 1');
    asked[40]!.respond({ kind: 'sent', messageId: 91 });
    await turn();
    assert.deepEqual(states(), ['sent']);
    assert.equal(isWaiting(), false);
  });

  it('A message that waits is sent with the same key on request, and not sent again once discarded', async () => {
    const { outbox, asked, states } = open({ wait: () => new Promise(() => undefined) });
    outbox.add(lunch, 'Soup', 'q');
    outbox.add(lunch, 'Bread', 'q');
    for (const at of [0, 1]) {
      asked[at]!.respond({ kind: 'unreachable' });
      await turn();
      assert.equal(asked.length, at + 1, 'nothing is sent while it waits');
      if (at === 1) break;
      outbox.retry('local 1');
      await turn();
      assert.deepEqual([asked[1]!.item.localId, asked[1]!.item.queueId], ['local 1', 'q']);
    }
    assert.equal(outbox.remove('local 2'), undefined, 'that one has not been tried');
    assert.equal(outbox.remove('local 1')?.content, 'Soup');
    await turn();
    assert.deepEqual(states(), ['sending']);
    assert.equal(asked[2]!.item.content, 'Bread');
  });

  it('The outbox keeps a refused message with its reason until it is removed', async () => {
    const { outbox, asked } = open();
    outbox.add(lunch, 'Soup', 'q');
    asked[0]!.respond({ kind: 'refused', reason: 'The channel is archived.' });
    await turn();
    assert.equal(outbox.items.peek()[0]?.reason, 'The channel is archived.');
    assert.equal(outbox.remove('local 1')?.content, 'Soup');
    assert.deepEqual(outbox.items.peek(), []);
  });

  it('The outbox does not give up a message that is being sent', () => {
    const { outbox, states } = open();
    outbox.add(lunch, 'Soup', 'q');
    assert.equal(outbox.remove('local 1'), undefined);
    assert.deepEqual(states(), ['sending']);
  });

  it('The outbox sends in order within a conversation, and concurrently across conversations', async () => {
    const { outbox, asked } = open();
    outbox.add(lunch, 'Soup', 'q');
    outbox.add(lunch, 'Bread', 'q');
    outbox.add(dinner, 'Rice', 'q');
    assert.deepEqual(
      asked.map(({ item }) => item.content),
      ['Soup', 'Rice'],
    );
    asked[0]!.respond({ kind: 'sent', messageId: 91 });
    await turn();
    assert.deepEqual(
      asked.map(({ item }) => item.content),
      ['Soup', 'Rice', 'Bread'],
    );
  });

  it('The outbox resumes unsent messages after a reload', () => {
    let kept: readonly OutboxItem[] = [];
    open({ save: (items) => (kept = items) }).outbox.add(lunch, 'Soup', 'q');
    const { asked } = open({ saved: kept });
    assert.equal(asked[0]?.item.localId, 'local 1');
  });

  it('Messages that could not be sent follow their conversation, in order', async () => {
    let isMoved = false;
    const locate = () => Promise.resolve(isMoved ? dinner : undefined);
    const { outbox, asked, states } = open({ findBeside: () => 90, locate });
    outbox.add(lunch, 'Soup', 'q');
    outbox.add(lunch, 'Bread', 'q');
    isMoved = true;
    asked[0]!.respond({ kind: 'unreachable' });
    await turn();
    assert.deepEqual([asked[1]?.item.to, asked[1]?.item.content, asked.length], [dinner, 'Soup', 2]);
    asked[1]!.respond({ kind: 'sent', messageId: 91 });
    await turn();
    assert.deepEqual([asked[2]?.item.to, asked[2]?.item.content], [dinner, 'Bread']);
    assert.deepEqual(states(), ['sent', 'sending']);
  });

  it('A message that was stored before its conversation was moved is not sent again', async () => {
    const { outbox, asked, states } = open({ findBeside: () => 90, locate: () => Promise.resolve(dinner) });
    outbox.add(lunch, 'Soup', 'q');
    asked[0]!.respond({ kind: 'unreachable' });
    await turn();
    const error = { key: 'messages.resent-differently', values: {} } as const;
    asked[1]!.respond({ kind: 'refused', reason: 'Another message has this key.', error });
    await turn();
    assert.deepEqual([asked[2]?.item.to, asked[2]?.item.localId], [lunch, asked[0]?.item.localId]);
    asked[2]!.respond({ kind: 'sent', messageId: 91 });
    await turn();
    assert.deepEqual(states(), ['sent']);
  });

  it('A message that a closed page left follows its conversation', async () => {
    let kept: readonly OutboxItem[] = [];
    open({ save: (items) => (kept = items), findBeside: () => 90 }).outbox.add(lunch, 'Soup', 'q');
    const { asked } = open({ saved: kept, locate: () => Promise.resolve(dinner) });
    await turn();
    assert.deepEqual(asked[0]?.item.to, dinner);
  });
});
