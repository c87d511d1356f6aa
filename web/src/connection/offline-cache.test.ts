import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inChannel, response, design, person, ann, cat } from '../store/examples.ts';
import type { Event } from '../../../wire/events.ts';
import type { Message } from '../../../wire/messages.ts';
import {
  OfflineCache,
  type CacheEntries,
  type OfflineCacheOptions,
  type CacheTransaction,
  type PendingSettings,
} from './offline-cache.ts';
import { mostEvents } from '../store/history/offline-history.ts';

/** Behaves like the browser's database: values are copied, and a transaction is atomic. */
class Device {
  pieces: Partial<CacheEntries> = {};
  events = new Map<number, Event>();
  hint = false;
  pendingSettings: PendingSettings = {};
  isFull = false;
  #last: Promise<unknown> = Promise.resolve();

  transact: OfflineCacheOptions['transact'] = (mode, work) => {
    const result = this.#last.then(() => this.#run(mode, work));
    this.#last = result.catch(() => undefined);
    return result;
  };

  async #run<T>(mode: string, work: (tx: CacheTransaction) => Promise<T>): Promise<T> {
    const pieces = structuredClone(this.pieces);
    const events = structuredClone(this.events);
    const result = await work({
      get: (name) => Promise.resolve(pieces[name]),
      put: (name, piece) => Object.assign(pieces, { [name]: structuredClone(piece) }),
      remove: (name) => Reflect.deleteProperty(pieces, name),
      events: () => Promise.resolve([...events.values()]),
      addEvents: (all) => all.forEach((event) => events.set(event.id, structuredClone(event))),
      clear(what) {
        events.clear();
        if (what === 'all') for (const name of Object.keys(pieces)) Reflect.deleteProperty(pieces, name);
      },
    });
    if (mode === 'readwrite') {
      if (this.isFull) throw new Error('full');
      Object.assign(this, { pieces, events });
    }
    return result;
  }
}

let ids = 0;

function open(device: Device, change: Partial<OfflineCacheOptions> = {}) {
  const soon: (() => void)[] = [];
  const offlineCache = new OfflineCache({
    transact: device.transact,
    hint: { get: () => device.hint, set: (isKept) => (device.hint = isKept) },
    pendingSettings: {
      get: () => device.pendingSettings,
      set: (pendingSettings) => (device.pendingSettings = pendingSettings),
    },
    mark: 'm',
    build: '/assets/a.js',
    lock: () => Promise.resolve(true),
    idle: () => Promise.resolve(),
    soon: (work) => soon.push(work),
    newId: () => String(ids++),
    now: () => 1000,
    ...change,
  });
  return { offlineCache, soon };
}

const text = (change = {}): string => JSON.stringify(response(change));
const queue = { id: 'q', lastEventId: 5 };
const messageEvent = (id: number, messageId: number): Event => ({
  ...inChannel(messageId, design, 'lunch'),
  id,
});

async function settled(device: Device): Promise<void> {
  for (let i = 0; i < 50; i++) await device.transact('readonly', () => Promise.resolve());
}

/** A visit that registered and received one message. */
async function visited(device = new Device()): Promise<Device> {
  const { offlineCache } = open(device);
  offlineCache.begin(text(), queue);
  offlineCache.apply([messageEvent(6, 91)], 7);
  offlineCache.flush();
  await settled(device);
  return device;
}

describe('The offline cache', () => {
  it('The offline cache restores the last state and its queue at the last event', async () => {
    const found = await open(await visited()).offlineCache.open();
    assert.ok(found);
    assert.ok(found.live.peek().messages.has(91));
    assert.deepEqual(await found.queue, { id: 'q', lastEventId: 7 });
  });

  it('The offline cache has a setting that the server accepted, even before its event was written', async () => {
    const device = await visited();
    const { offlineCache } = open(device);
    await offlineCache.open();
    offlineCache.storeSetting('web_home_view', 'recent');
    const homeView = async () =>
      (await open(device).offlineCache.open())?.live.peek().personal.settings.web_home_view;
    assert.equal(await homeView(), 'recent');
    offlineCache.apply(
      [{ id: 8, type: 'user_settings', op: 'update', property: 'web_home_view', value: 'inbox' }],
      8,
    );
    assert.equal(await homeView(), 'inbox', 'another device has changed it since');
    await offlineCache.erase();
    assert.deepEqual(device.pendingSettings, {});
  });

  it('The offline cache keeps events received while the registration is being written, and none from before', async () => {
    const device = new Device();
    device.pendingSettings = { web_home_view: 'recent', web_font_size_px: 18 };
    let write = (): void => undefined;
    const idle = () => new Promise<void>((resolve) => (write = resolve));
    const { offlineCache } = open(device, { idle });
    offlineCache.begin(text(), queue);
    await settled(device);
    offlineCache.storeSetting('web_home_view', 'inbox');
    write();
    await settled(device);
    assert.deepEqual(device.pendingSettings, { web_home_view: 'inbox' });
  });

  it('The offline cache is not read before the first visit', async () => {
    const { offlineCache } = open(new Device(), { transact: () => assert.fail() });
    assert.equal(await offlineCache.open(), undefined);
  });

  for (const [whose, change] of [
    ['another session', { mark: 'n' }],
    ['another build', { build: '/assets/b.js' }],
    ['a time too long ago', { now: () => 15 * 24 * 3600_000 }],
  ] as const) {
    it(`The offline cache shows nothing of ${whose} and deletes it`, async () => {
      const device = await visited();
      assert.equal(await open(device, change).offlineCache.open(), undefined);
      assert.deepEqual([device.pieces, device.events.size, device.hint], [{}, 0, false]);
    });
  }

  it('The offline cache serves a second tab, without its queue and without write access', async () => {
    const device = await visited();
    const { offlineCache } = open(device, { lock: () => Promise.resolve(false) });
    const found = await offlineCache.open();
    assert.ok(found);
    assert.ok(found.live.peek().messages.has(91));
    assert.equal(await found.queue, undefined);
    offlineCache.begin(text({ max_message_id: 1 }), { id: 'other', lastEventId: 9 });
    offlineCache.apply([messageEvent(10, 95)], 10);
    offlineCache.flush();
    offlineCache.keepPeople([], 10);
    await settled(device);
    assert.deepEqual(device.pieces.place?.queue, { id: 'q', lastEventId: 7 });
    assert.deepEqual([...device.events.keys()], [6]);
  });

  it('The offline cache does not resume the queue after a server upgrade', async () => {
    const device = await visited();
    const { offlineCache } = open(device);
    await (
      await offlineCache.open()
    )?.queue;
    const restart = { type: 'restart', zulip_version: '13.0', zulip_feature_level: 500 };
    offlineCache.apply(
      [{ ...restart, id: 8, server_generation: 2, zulip_merge_base: '13.0' } as unknown as Event],
      8,
    );
    offlineCache.flush();
    await settled(device);
    const found = await open(device).offlineCache.open();
    assert.ok(found);
    assert.equal(await found.queue, undefined);
  });

  it('The offline cache never overwrites what another tab deleted or started', async () => {
    for (const change of ['erase', 'begin'] as const) {
      const device = await visited();
      const { offlineCache } = open(device);
      await (
        await offlineCache.open()
      )?.queue;
      const beside = open(device).offlineCache;
      if (change === 'erase') await beside.erase();
      else beside.begin(text(), { id: 'theirs', lastEventId: 20 });
      await settled(device);
      const before = structuredClone(device.pieces);
      offlineCache.apply([messageEvent(8, 92)], 8);
      offlineCache.flush();
      await settled(device);
      assert.deepEqual(device.pieces, before);
      assert.equal(device.events.size, 0);
    }
  });

  it('The offline cache writes position and events together, and the page works without it after a failure', async () => {
    const device = await visited();
    const { offlineCache } = open(device);
    await (
      await offlineCache.open()
    )?.queue;
    device.isFull = true;
    offlineCache.apply([messageEvent(8, 92)], 8);
    offlineCache.flush();
    await settled(device);
    assert.deepEqual(device.pieces.place?.queue.lastEventId, 7);
    assert.deepEqual([...device.events.keys()], [6]);
    device.isFull = false;
    offlineCache.apply([messageEvent(9, 93)], 9);
    offlineCache.flush();
    await settled(device);
    assert.ok(!device.events.has(9), 'what came after a gap is not kept');
  });

  it('The offline cache batches writes', async () => {
    const device = await visited();
    const { offlineCache, soon } = open(device);
    await (
      await offlineCache.open()
    )?.queue;
    offlineCache.apply([messageEvent(8, 92)], 8);
    offlineCache.apply([messageEvent(9, 93)], 9);
    await settled(device);
    assert.equal(device.pieces.place?.queue.lastEventId, 7);
    assert.equal(soon.length, 1);
    soon[0]?.();
    await settled(device);
    assert.equal(device.pieces.place.queue.lastEventId, 9);
    assert.deepEqual([...device.events.keys()], [6, 8, 9]);
  });

  it('The offline cache folds many events into the state without loss', async () => {
    const device = await visited();
    const { offlineCache } = open(device);
    await (
      await offlineCache.open()
    )?.queue;
    const many = Array.from({ length: mostEvents }, (_, i) => messageEvent(8 + i, 92 + i));
    offlineCache.apply(many, 8 + mostEvents);
    offlineCache.flush();
    await settled(device);
    assert.equal(device.events.size, 0);
    const found = await open(device).offlineCache.open();
    assert.equal(found?.live.peek().unreads.places.size, mostEvents + 1);
    assert.deepEqual(await found.queue, { id: 'q', lastEventId: 8 + mostEvents });
  });

  it('The offline cache stores users separately, as of the last event', async () => {
    const device = await visited();
    const { offlineCache } = open(device);
    await (
      await offlineCache.open()
    )?.queue;
    offlineCache.keepPeople([person(ann, 'Ann Abel'), person(cat, 'Cat Cho')], offlineCache.lastEventId);
    await settled(device);
    const people = await open(device).offlineCache.people();
    assert.deepEqual([people?.lastEventId, people?.users.length], [7, 2]);
    offlineCache.begin(text(), { id: 'new', lastEventId: 30 });
    await settled(device);
    assert.equal(await open(device).offlineCache.people(), undefined);
  });

  it('The offline cache stores messages unaffected by later changes on the page', async () => {
    const device = await visited();
    const { offlineCache } = open(device);
    await (
      await offlineCache.open()
    )?.queue;
    const message: Message = { ...inChannel(80, design, 'lunch').message, flags: [] };
    const fetched = { messages: [message], found_anchor: true, found_oldest: true, found_newest: true };
    offlineCache.keepPage({ kind: 'feed' }, { ...fetched, history_limited: false }, 'around');
    message.flags = ['read'];
    await settled(device);
    const found = await open(device).offlineCache.open();
    assert.deepEqual(found?.live.peek().messages.get(80)?.flags, []);
  });

  it('The offline cache is empty after it was cleared', async () => {
    const device = await visited();
    await open(device).offlineCache.erase();
    assert.deepEqual([device.pieces, device.events.size], [{}, 0]);
    assert.equal(await open(device).offlineCache.open(), undefined);
  });
});
