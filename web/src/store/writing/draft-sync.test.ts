import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Draft as SyncedDraft, NewDraft } from '../../../../wire/drafts.ts';
import { DraftSync } from './draft-sync.ts';
import { Drafts, type Target } from './drafts.ts';

const lunch: Target = { kind: 'topic', channelId: 1, topic: 'lunch' };

function memory() {
  const kept = new Map<string, string>();
  let isFull = false;
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem(key: string, value: string) {
      if (isFull) throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
      kept.set(key, value);
    },
    clear: () => kept.clear(),
    fill: () => void (isFull = true),
  };
}

/** A server that emits its drafts when `show` is called. */
function make() {
  let time = 1_000_000;
  const storage = memory();
  const device = memory();
  const drafts = new Drafts(device, () => time);
  const server = new Map<number, SyncedDraft>();
  let known = new Map<number, SyncedDraft>();
  const state = { isDown: false, isOld: false, next: 5 };
  const put = (id: number, { timestamp = 0, ...draft }: NewDraft) =>
    server.set(id, { ...draft, id, timestamp });
  const open = () =>
    new DraftSync({
      drafts,
      ownId: 7,
      storage,
      synced: () => known,
      isCurrent: () => !state.isOld,
      create: (draft) => {
        if (state.isDown) return Promise.resolve(undefined);
        put(state.next, draft);
        return Promise.resolve(state.next++);
      },
      change: (id, draft) => {
        if (state.isDown) return Promise.resolve('failed');
        if (!server.has(id)) return Promise.resolve('gone');
        put(id, draft);
        return Promise.resolve('done');
      },
      remove: (id) => {
        if (!state.isDown) server.delete(id);
        return Promise.resolve(!state.isDown);
      },
    });
  const sync = open();
  const show = (by = sync, seen: ReadonlyMap<number, SyncedDraft> = server) => {
    known = new Map(seen);
    by.fetch();
  };
  const stop = () => {
    device.clear();
    storage.clear();
    drafts.readAgain();
  };
  const pass = () => (time += 5000);
  const texts = () => [...server.values()].map(({ id, content }) => `${id} ${content}`);
  return { drafts, sync, open, server, put, show, stop, pass, texts, state, fill: storage.fill };
}

const written = (content: string, timestamp: number): NewDraft => ({
  type: 'stream',
  to: [1],
  topic: 'lunch',
  content,
  timestamp,
});

test('A draft is created, changed and deleted on the server as on the page', async () => {
  const { drafts, sync, texts, pass } = make();
  drafts.write(lunch, 'one');
  await sync.sync();
  assert.deepEqual(texts(), ['5 one']);
  pass();
  drafts.write(lunch, 'two');
  await sync.sync();
  await sync.sync();
  assert.deepEqual(texts(), ['5 two']);
  drafts.write(lunch, '');
  await sync.sync();
  assert.deepEqual(texts(), []);
});

test('A draft is the same one on the server after each change when the storage of the browser is full', async () => {
  const { drafts, sync, texts, pass, fill } = make();
  await sync.sync();
  fill();
  drafts.write(lunch, 'one');
  await sync.sync();
  pass();
  drafts.write(lunch, 'two');
  await sync.sync();
  assert.deepEqual(texts(), ['5 two']);
});

test('Failed draft changes are sent later, also after a reload', async () => {
  const { drafts, sync, open, texts, state } = make();
  drafts.write(lunch, 'one');
  await sync.sync();
  state.isDown = true;
  drafts.write(lunch, 'two');
  await sync.sync();
  assert.deepEqual(texts(), ['5 one']);
  state.isDown = false;
  await open().sync();
  assert.deepEqual(texts(), ['5 two']);
});

test('Drafts of another device appear, and disappear when sent there', async () => {
  const { drafts, sync, server, put, show } = make();
  drafts.write(lunch, 'one');
  await sync.sync();
  show();
  put(5, written('one and more', 9000));
  show();
  assert.equal(drafts.getText(lunch), 'one and more');
  server.delete(5);
  show();
  assert.equal(drafts.getText(lunch), '');
});

test('A draft of another device stays the same draft when edited immediately', async () => {
  const { drafts, sync, put, show, texts } = make();
  put(3, written('one', 900));
  show();
  drafts.write(lunch, 'one');
  sync.fetch();
  drafts.write(lunch, 'one and more');
  await sync.sync();
  assert.deepEqual(texts(), ['3 one and more']);
});

test('Text typed meanwhile is kept, whatever happens on other devices', async () => {
  const { drafts, sync, server, put, show, texts } = make();
  drafts.write(lunch, 'one');
  await sync.sync();
  show();
  drafts.write(lunch, 'mine');
  put(5, written('theirs', 9000));
  show();
  assert.equal(drafts.getText(lunch), 'mine');
  server.delete(5);
  show();
  assert.equal(drafts.getText(lunch), 'mine');
  await sync.sync();
  assert.deepEqual(texts(), ['6 mine']);
});

test('A draft not yet confirmed by the server is not treated as deleted', async () => {
  const { drafts, sync } = make();
  drafts.write(lunch, 'one');
  await sync.sync();
  sync.fetch();
  assert.equal(drafts.getText(lunch), 'one');
});

test('Server drafts that an earlier visit did not keep are not treated as deleted', async () => {
  const { drafts, sync, show, open, state } = make();
  drafts.write(lunch, 'one');
  await sync.sync();
  show();
  const next = open();
  state.isOld = true;
  show(next, new Map());
  assert.equal(drafts.getText(lunch), 'one');
  state.isOld = false;
  show(next);
  assert.equal(drafts.getText(lunch), 'one');
  show(next, new Map());
  assert.equal(drafts.getText(lunch), '');
});

test('A late response about an earlier draft state changes nothing', async () => {
  const { drafts, sync, put, show, pass } = make();
  drafts.write(lunch, 'one');
  await sync.sync();
  show();
  pass();
  drafts.write(lunch, 'two');
  await sync.sync();
  put(5, written('one', 1000));
  show();
  assert.equal(drafts.getText(lunch), 'two');
});

test('A draft of another device opened here stays a single draft', async () => {
  const { drafts, sync, put, show, texts } = make();
  put(3, written('theirs', 900));
  show();
  drafts.write(lunch, 'theirs');
  await sync.sync();
  drafts.write(lunch, 'theirs, longer');
  await sync.sync();
  assert.deepEqual(texts(), ['3 theirs, longer']);
});

test('Drafts deleted locally at sign-out stay on the server, for other open tabs too', async () => {
  const { drafts, sync, stop, texts } = make();
  drafts.write(lunch, 'one');
  await sync.sync();
  assert.equal(sync.unsyncedCount(), 0);
  stop();
  await sync.sync();
  assert.deepEqual(texts(), ['5 one']);
});

test('Drafts that differ from the server are counted', async () => {
  const { drafts, sync, state } = make();
  drafts.write(lunch, 'one');
  assert.equal(sync.unsyncedCount(), 1);
  await sync.sync();
  state.isDown = true;
  drafts.write(lunch, 'two');
  await sync.sync();
  assert.equal(sync.unsyncedCount(), 1);
});

test('Drafts are kept when synchronization is disabled, and sent when it is enabled again', async () => {
  const { drafts, sync, server, show, texts } = make();
  drafts.write(lunch, 'soup');
  await sync.sync();
  show();
  server.clear();
  sync.stop();
  show();
  assert.equal(drafts.getText(lunch), 'soup');
  await sync.sync();
  assert.deepEqual(texts(), ['6 soup']);
});

test('The latest draft of another device is continued in an empty conversation, as the same draft', async () => {
  const { drafts, sync, put, show, texts, pass } = make();
  put(1, written('older', 10));
  put(2, written('newer', 20));
  put(3, { ...written('of dinner', 30), topic: 'dinner' });
  show();
  const other = sync.findOther(lunch);
  assert.equal(other?.id, 2);
  sync.take(lunch, other);
  assert.equal(drafts.getText(lunch), 'newer');
  assert.equal(sync.findOther(lunch), undefined, 'something is written there');
  pass();
  drafts.write(lunch, 'newer, and more');
  await sync.sync();
  assert.deepEqual(texts(), ['1 older', '2 newer, and more', '3 of dinner']);
});

test('A draft that was sent or deleted here is not continued before the server has shown that it is gone', async () => {
  const { drafts, sync, put, show, state } = make();
  put(1, written('sent', 10));
  show();
  const other = sync.findOther(lunch);
  assert.ok(other);
  sync.take(lunch, other);
  drafts.write(lunch, '');
  assert.equal(sync.findOther(lunch), undefined, 'it is about to be deleted');
  const done = sync.sync();
  assert.equal(sync.findOther(lunch), undefined);
  await done;
  assert.equal(sync.findOther(lunch), undefined, 'its event has not come yet');
  state.isOld = true;
  put(2, written('of an earlier visit', 20));
  show();
  assert.equal(sync.findOther(lunch), undefined);
});
