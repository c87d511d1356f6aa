import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inChannel, answer, design, person, ann, cat } from './store/examples.ts';
import type { Event } from '../../wire/events.ts';
import type { Message } from '../../wire/messages.ts';
import { Shelf, type Pieces, type ShelfOptions, type ShelfTransaction, type Told } from './shelf.ts';
import { mostEvents } from './store/history/shelf.ts';

/** A database as a browser has it: copies go in and out, and a transaction is all or nothing. */
class Device {
  pieces: Partial<Pieces> = {};
  events = new Map<number, Event>();
  hint = false;
  told: Told = {};
  isFull = false;
  #last: Promise<unknown> = Promise.resolve();

  transact: ShelfOptions['transact'] = (mode, work) => {
    const result = this.#last.then(() => this.#run(mode, work));
    this.#last = result.catch(() => undefined);
    return result;
  };

  async #run<T>(mode: string, work: (tx: ShelfTransaction) => Promise<T>): Promise<T> {
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

function open(device: Device, change: Partial<ShelfOptions> = {}) {
  const soon: (() => void)[] = [];
  const shelf = new Shelf({
    transact: device.transact,
    hint: { get: () => device.hint, set: (isKept) => (device.hint = isKept) },
    told: { get: () => device.told, set: (told) => (device.told = told) },
    mark: 'm',
    build: '/assets/a.js',
    lock: () => Promise.resolve(true),
    idle: () => Promise.resolve(),
    soon: (work) => soon.push(work),
    newId: () => String(ids++),
    now: () => 1000,
    ...change,
  });
  return { shelf, soon };
}

const text = (change = {}): string => JSON.stringify(answer(change));
const queue = { id: 'q', lastEventId: 5 };
const heard = (id: number, messageId: number): Event => ({
  ...inChannel(messageId, design, 'lunch'),
  id,
});

async function settled(device: Device): Promise<void> {
  for (let i = 0; i < 50; i++) await device.transact('readonly', () => Promise.resolve());
}

/** A visit that registered and heard of one message. */
async function visited(device = new Device()): Promise<Device> {
  const { shelf } = open(device);
  shelf.begin(text(), queue);
  shelf.hear([heard(6, 91)], 7);
  shelf.flush();
  await settled(device);
  return device;
}

describe('The offline cache', () => {
  it('The offline cache restores the last state and its queue at the last event', async () => {
    const found = await open(await visited()).shelf.open();
    assert.ok(found);
    assert.ok(found.live.peek().messages.has(91));
    assert.deepEqual(await found.queue, { id: 'q', lastEventId: 7 });
  });

  it('The offline cache has a setting that the server accepted, even before its event was written', async () => {
    const device = await visited();
    const { shelf } = open(device);
    await shelf.open();
    shelf.tell('web_home_view', 'recent');
    const homeView = async () =>
      (await open(device).shelf.open())?.live.peek().personal.settings.web_home_view;
    assert.equal(await homeView(), 'recent');
    shelf.hear(
      [{ id: 8, type: 'user_settings', op: 'update', property: 'web_home_view', value: 'inbox' }],
      8,
    );
    assert.equal(await homeView(), 'inbox', 'another device has changed it since');
    await shelf.erase();
    assert.deepEqual(device.told, {});
  });

  it('The offline cache keeps events received while the registration is being written, and none from before', async () => {
    const device = new Device();
    device.told = { web_home_view: 'recent', web_font_size_px: 18 };
    let write = (): void => undefined;
    const idle = () => new Promise<void>((resolve) => (write = resolve));
    const { shelf } = open(device, { idle });
    shelf.begin(text(), queue);
    await settled(device);
    shelf.tell('web_home_view', 'inbox');
    write();
    await settled(device);
    assert.deepEqual(device.told, { web_home_view: 'inbox' });
  });

  it('The offline cache is not read before the first visit', async () => {
    const { shelf } = open(new Device(), { transact: () => assert.fail() });
    assert.equal(await shelf.open(), undefined);
  });

  for (const [whose, change] of [
    ['another session', { mark: 'n' }],
    ['another build', { build: '/assets/b.js' }],
    ['a time too long ago', { now: () => 15 * 24 * 3600_000 }],
  ] as const) {
    it(`The offline cache shows nothing of ${whose} and deletes it`, async () => {
      const device = await visited();
      assert.equal(await open(device, change).shelf.open(), undefined);
      assert.deepEqual([device.pieces, device.events.size, device.hint], [{}, 0, false]);
    });
  }

  it('The offline cache serves a second tab, without its queue and without write access', async () => {
    const device = await visited();
    const { shelf } = open(device, { lock: () => Promise.resolve(false) });
    const found = await shelf.open();
    assert.ok(found);
    assert.ok(found.live.peek().messages.has(91));
    assert.equal(await found.queue, undefined);
    shelf.begin(text({ max_message_id: 1 }), { id: 'other', lastEventId: 9 });
    shelf.hear([heard(10, 95)], 10);
    shelf.flush();
    shelf.keepPeople([], 10);
    await settled(device);
    assert.deepEqual(device.pieces.place?.queue, { id: 'q', lastEventId: 7 });
    assert.deepEqual([...device.events.keys()], [6]);
  });

  it('The offline cache does not resume the queue after a server upgrade', async () => {
    const device = await visited();
    const { shelf } = open(device);
    await (
      await shelf.open()
    )?.queue;
    const restart = { type: 'restart', zulip_version: '13.0', zulip_feature_level: 500 };
    shelf.hear(
      [{ ...restart, id: 8, server_generation: 2, zulip_merge_base: '13.0' } as unknown as Event],
      8,
    );
    shelf.flush();
    await settled(device);
    const found = await open(device).shelf.open();
    assert.ok(found);
    assert.equal(await found.queue, undefined);
  });

  it('The offline cache never overwrites what another tab deleted or started', async () => {
    for (const change of ['erase', 'begin'] as const) {
      const device = await visited();
      const { shelf } = open(device);
      await (
        await shelf.open()
      )?.queue;
      const beside = open(device).shelf;
      if (change === 'erase') await beside.erase();
      else beside.begin(text(), { id: 'theirs', lastEventId: 20 });
      await settled(device);
      const before = structuredClone(device.pieces);
      shelf.hear([heard(8, 92)], 8);
      shelf.flush();
      await settled(device);
      assert.deepEqual(device.pieces, before);
      assert.equal(device.events.size, 0);
    }
  });

  it('The offline cache writes position and events together, and the page works without it after a failure', async () => {
    const device = await visited();
    const { shelf } = open(device);
    await (
      await shelf.open()
    )?.queue;
    device.isFull = true;
    shelf.hear([heard(8, 92)], 8);
    shelf.flush();
    await settled(device);
    assert.deepEqual(device.pieces.place?.queue.lastEventId, 7);
    assert.deepEqual([...device.events.keys()], [6]);
    device.isFull = false;
    shelf.hear([heard(9, 93)], 9);
    shelf.flush();
    await settled(device);
    assert.ok(!device.events.has(9), 'what came after a gap is not kept');
  });

  it('The offline cache batches writes', async () => {
    const device = await visited();
    const { shelf, soon } = open(device);
    await (
      await shelf.open()
    )?.queue;
    shelf.hear([heard(8, 92)], 8);
    shelf.hear([heard(9, 93)], 9);
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
    const { shelf } = open(device);
    await (
      await shelf.open()
    )?.queue;
    const many = Array.from({ length: mostEvents }, (_, i) => heard(8 + i, 92 + i));
    shelf.hear(many, 8 + mostEvents);
    shelf.flush();
    await settled(device);
    assert.equal(device.events.size, 0);
    const found = await open(device).shelf.open();
    assert.equal(found?.live.peek().unreads.places.size, mostEvents + 1);
    assert.deepEqual(await found.queue, { id: 'q', lastEventId: 8 + mostEvents });
  });

  it('The offline cache stores users separately, as of the last event', async () => {
    const device = await visited();
    const { shelf } = open(device);
    await (
      await shelf.open()
    )?.queue;
    shelf.keepPeople([person(ann, 'Ann Abel'), person(cat, 'Cat Cho')], shelf.heard);
    await settled(device);
    const people = await open(device).shelf.people();
    assert.deepEqual([people?.heard, people?.users.length], [7, 2]);
    shelf.begin(text(), { id: 'new', lastEventId: 30 });
    await settled(device);
    assert.equal(await open(device).shelf.people(), undefined);
  });

  it('The offline cache stores messages unaffected by later changes on the page', async () => {
    const device = await visited();
    const { shelf } = open(device);
    await (
      await shelf.open()
    )?.queue;
    const message: Message = { ...inChannel(80, design, 'lunch').message, flags: [] };
    const fetched = { messages: [message], found_anchor: true, found_oldest: true, found_newest: true };
    shelf.keepPage({ kind: 'feed' }, { ...fetched, history_limited: false }, 'around');
    message.flags = ['read'];
    await settled(device);
    const found = await open(device).shelf.open();
    assert.deepEqual(found?.live.peek().messages.get(80)?.flags, []);
  });

  it('The offline cache is empty after it was cleared', async () => {
    const device = await visited();
    await open(device).shelf.erase();
    assert.deepEqual([device.pieces, device.events.size], [{}, 0]);
    assert.equal(await open(device).shelf.open(), undefined);
  });
});
