import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Target } from './drafts.ts';
import { Uploads, type TransferEvents } from './uploads.ts';

const lunch = { kind: 'topic', channelId: 1, topic: 'lunch' } satisfies Target;
const supper = { kind: 'topic', channelId: 1, topic: 'supper' } satisfies Target;
const file = { name: 'loom [2].png', size: 10 };

function make() {
  const begun: TransferEvents[] = [];
  const log: string[] = [];
  const uploads = new Uploads<typeof file>({
    begin: (_file, events) => {
      begun.push(events);
      return () => log.push('ended');
    },
    objection: ({ size }) => (size > 100 ? 'too large' : undefined),
    onDone: (target, link) => log.push(`${target.kind === 'topic' ? target.topic : ''}: ${link}`),
  });
  return { uploads, begun, log };
}

test('An uploaded file becomes a link at the place where it was attached', () => {
  const { uploads, begun, log } = make();
  uploads.add(lunch, file);
  begun[0]!.onProgress(4);
  assert.deepEqual(
    uploads.items.value.map(({ sent, state }) => [sent, state]),
    [[4, 'sending']],
  );
  begun[0]!.onDone({ url: '/user_uploads/2/ab/loom.png', filename: 'loom [2].png' });
  assert.deepEqual(log, ['lunch: [loom &#91;2&#93;.png](/user_uploads/2/ab/loom.png)']);
  assert.deepEqual(uploads.items.value, []);
});

test('An uploaded audio file becomes a player', () => {
  const { uploads, begun, log } = make();
  uploads.add(lunch, { name: 'shed.mp3', size: 10 });
  begun[0]!.onDone({ url: '/user_uploads/2/ab/shed.mp3', filename: 'shed.mp3' });
  assert.deepEqual(log, ['lunch: ![shed.mp3](/user_uploads/2/ab/shed.mp3)']);
});

test('Links are in the order in which the files were attached, however long each takes', () => {
  const { uploads, begun, log } = make();
  for (const place of [lunch, lunch, lunch, supper]) uploads.add(place, file);
  const done = (index: number) => begun[index]!.onDone({ url: `/${String(index)}`, filename: 'f' });
  done(2);
  done(1);
  assert.deepEqual([log, uploads.isBusy(lunch)], [[], true]);
  done(3);
  assert.deepEqual(log, ['supper: [f](/3)'], 'another text waits for nothing');
  done(0);
  assert.deepEqual(log.slice(1), ['lunch: [f](/0)', 'lunch: [f](/1)', 'lunch: [f](/2)']);
  assert.deepEqual(uploads.items.value, []);
});

for (const how of ['fails', 'is cancelled', 'moves with its text to another conversation'])
  test(`Links wait no longer for an earlier file that ${how}`, () => {
    const { uploads, begun, log } = make();
    const place = how.startsWith('moves') ? supper : lunch;
    uploads.add(lunch, file);
    uploads.add(lunch, file);
    begun[1]!.onDone({ url: '/b', filename: 'b' });
    if (how === 'fails') begun[0]!.onFailed('no room');
    else if (how === 'is cancelled') uploads.remove(uploads.items.value[0]!.id);
    else {
      uploads.move(lunch, supper);
      assert.deepEqual(log, [], 'both have moved');
      begun[0]!.onDone({ url: '/a', filename: 'a' });
    }
    assert.equal(log.at(-1), `${place.topic}: [b](/b)`);
    assert.equal(uploads.isBusy(place), false);
  });

test('A file that has arrived is removed with its text, and its link is inserted nowhere', () => {
  const { uploads, begun, log } = make();
  uploads.add(lunch, file);
  uploads.add(lunch, file);
  begun[1]!.onDone({ url: '/b', filename: 'b' });
  uploads.removeFrom(lunch);
  assert.deepEqual([log, uploads.items.value], [['ended'], []]);
});

test('An upload moves with its text to another conversation', () => {
  const { uploads, begun, log } = make();
  uploads.add(lunch, file);
  uploads.move(lunch, supper);
  begun[0]!.onDone({ url: '/a', filename: 'a' });
  assert.deepEqual(log, ['supper: [a](/a)']);
});

test('An interrupted upload waits and resumes', () => {
  const { uploads, begun } = make();
  uploads.add(lunch, file);
  begun[0]!.onCut();
  assert.equal(uploads.items.value[0]?.state, 'waiting');
  begun[0]!.onProgress(7);
  assert.deepEqual([uploads.items.value[0].state, uploads.items.value[0].sent], ['sending', 7]);
});

test('A cancelled upload ends and inserts no link', () => {
  const { uploads, begun, log } = make();
  uploads.add(lunch, file);
  uploads.remove(uploads.items.value[0]!.id);
  begun[0]!.onDone({ url: '/a', filename: 'a' });
  assert.deepEqual(log, ['ended']);
  assert.deepEqual(uploads.items.value, []);
});

test('A file that cannot be uploaded shows the reason and starts no upload', () => {
  const { uploads, begun, log } = make();
  uploads.add(lunch, { ...file, size: 101 });
  const [item] = uploads.items.value;
  assert.deepEqual([item?.state, item?.reason, begun.length], ['failed', 'too large', 0]);
  uploads.remove(item!.id);
  assert.deepEqual([uploads.items.value, log], [[], []]);
});

test('Waiting for uploads of a text ends when none is in progress there', async () => {
  const { uploads, begun, log } = make();
  const change = { kind: 'edit', messageId: 7 } as const;
  uploads.add(change, file);
  uploads.add({ ...change, messageId: 8 }, file);
  assert.deepEqual([uploads.isBusy(change), uploads.isBusy(lunch)], [true, false]);
  const waiting = uploads.arrived(change).then((isThere) => log.push(`there: ${isThere}`));
  begun[0]!.onDone({ url: '/a', filename: 'a' });
  await waiting;
  assert.deepEqual(log, [': [a](/a)', 'there: true']);
});

test('A failed upload ends the wait for the others, but an earlier failure does not', async () => {
  const { uploads, begun } = make();
  uploads.add(lunch, { ...file, size: 101 });
  uploads.add(lunch, file);
  uploads.add(lunch, file);
  const waiting = uploads.arrived(lunch);
  begun[0]!.onFailed('gone');
  assert.equal(await waiting, false);
  const next = uploads.arrived(lunch);
  begun[1]!.onDone({ url: '/a', filename: 'a' });
  assert.equal(await next, true);
});

test('Deleting a text cancels its uploads', async () => {
  const { uploads, begun, log } = make();
  uploads.add(lunch, file);
  uploads.add(lunch, { ...file, size: 101 });
  uploads.add(supper, file);
  const waiting = uploads.arrived(lunch);
  uploads.removeFrom(lunch);
  assert.equal(await waiting, true);
  begun[0]!.onDone({ url: '/a', filename: 'a' });
  assert.deepEqual(log, ['ended']);
  assert.deepEqual(
    uploads.items.value.map(({ target }) => target),
    [supper],
  );
});
