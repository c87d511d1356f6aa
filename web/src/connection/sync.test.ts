import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { stubApi } from '../../../tests/support/web/stub-client.ts';
import { ApiError, type ApiFailure, type Params } from './api.ts';
import { response, ann, ben, cat, design, direct, inChannel } from '../store/examples.ts';
import type { Registered } from './register.ts';
import { begin, getConnection, next, Sync, type SyncInput, type SyncState } from './sync.ts';
import type { Event } from '../../../wire/events.ts';
import { createLive, type Live } from '../store/live.ts';
import { settleNewest } from './newest.ts';

const queue = { id: 'q', lastEventId: 5 };
const polling: SyncState = { phase: 'polling', queue, failures: 0, since: 0, refusedQueues: 0 };
const failed = (failure: ApiFailure, now = 1000): SyncInput => ({
  kind: 'failed',
  failure,
  now,
  random: 0.5,
});
const unreachable: ApiFailure = { kind: 'unreachable' };
const refused = (status: number, code: 'BAD_EVENT_QUEUE_ID' | 'INVALID_API_KEY'): ApiFailure => ({
  kind: 'refused',
  status,
  code,
  message: '',
  data: {},
});
const run = (state: SyncState, ...inputs: SyncInput[]): SyncState => inputs.reduce(next, state);

describe('The sync loop', () => {
  it('The sync loop polls after the registration, from its last event', () => {
    const state = run(begin, { kind: 'registered', queue }, { kind: 'received', lastEventId: 7 });
    assert.deepEqual(state, { ...polling, queue: { id: 'q', lastEventId: 7 } });
  });

  it('The sync loop never goes back behind a received event', () => {
    assert.deepEqual(run(polling, { kind: 'received', lastEventId: 3 }), polling);
  });

  it('The sync loop backs off after each failure and polls the same queue again', () => {
    const once = run(polling, failed(unreachable));
    const twice = run(once, { kind: 'waited' }, failed(unreachable, 2000));
    assert.equal(once.phase === 'waiting' && once.delayMs, 500);
    assert.equal(twice.phase === 'waiting' && twice.delayMs, 1000);
    const again = next(twice, { kind: 'waited' });
    assert.deepEqual(again, { ...polling, failures: 2, since: 1000 });
  });

  it('The sync loop waits as long as a busy server asks', () => {
    const state = run(polling, failed({ kind: 'unavailable', status: 429, retryAfterMs: 9000 }));
    assert.equal(state.phase === 'waiting' && state.delayMs, 9000);
  });

  it('A wait for which the server has asked is shown at once with its length, and no other first failure', () => {
    const busy = { kind: 'unavailable', status: 429, retryAfterMs: 9000 } as const;
    const shown = { kind: 'reconnecting', since: 1000, busySeconds: 9 } as const;
    for (const isStarted of [true, false])
      assert.deepEqual(getConnection(run(begin, failed(busy)), undefined, isStarted), shown);
    const short = run(begin, failed({ ...busy, retryAfterMs: 500 }));
    for (const state of [short, run(begin, failed({ kind: 'unavailable', status: 502 }))])
      assert.deepEqual(getConnection(state, undefined, false), { kind: 'starting' });
    assert.deepEqual(getConnection(next(run(begin, failed(busy)), { kind: 'waited' }), undefined, false), {
      kind: 'starting',
    });
  });

  it('The sync loop registers immediately when its queue no longer exists', () => {
    const state = run(polling, failed(refused(400, 'BAD_EVENT_QUEUE_ID')));
    assert.equal(state.phase, 'registering');
  });

  it('The sync loop pauses longer for each new queue that is refused, and shows it', () => {
    const gone = refused(400, 'BAD_EVENT_QUEUE_ID');
    let state = run(polling, failed(gone), { kind: 'registered', queue });
    assert.deepEqual(getConnection(state, undefined, true), { kind: 'online' });
    const pauses: number[] = [];
    for (let at = 0; at < 8; at++) {
      state = next(state, failed(gone, 2000 + at));
      pauses.push(state.phase === 'waiting' ? state.delayMs : 0);
      state = run(state, { kind: 'waited' }, { kind: 'registered', queue });
    }
    assert.deepEqual(pauses, [500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
    assert.deepEqual(getConnection(state, undefined, true), { kind: 'reconnecting', since: 2000 });
    assert.deepEqual(next(state, { kind: 'received', lastEventId: 5 }), polling);
  });

  it('The sync loop waits when a registration is refused', () => {
    assert.equal(run(begin, failed(refused(400, 'BAD_EVENT_QUEUE_ID'))).phase, 'waiting');
  });

  it('The sync loop ends with the session', () => {
    const state = run(polling, failed(refused(401, 'INVALID_API_KEY')), { kind: 'waited' });
    assert.deepEqual(state, { phase: 'signedOut' });
  });

  it('The sync loop reports a lost connection from the second failure on, with its start', () => {
    const once = run(polling, failed(unreachable));
    const twice = run(once, { kind: 'waited' }, failed(unreachable, 2000));
    assert.deepEqual(getConnection(once, undefined, true), { kind: 'online' });
    assert.deepEqual(getConnection(twice, undefined, true), { kind: 'reconnecting', since: 1000 });
    assert.deepEqual(getConnection(polling, 3000, true), { kind: 'offline', since: 3000 });
    assert.deepEqual(getConnection(begin, undefined, false), { kind: 'starting' });
  });
});

/** A server that sends these responses in order, then nothing. */
function makeServer(...responses: unknown[]) {
  const asked: string[] = [];
  const respond = (path: string, params: Params = {}): Promise<never> => {
    const { queue_id: id, last_event_id: last, dont_block: atOnce } = params;
    asked.push(
      path === '/events' ? `${String(id)} from ${String(last)}${atOnce === true ? ' at once' : ''}` : path,
    );
    const result = responses.shift();
    if (result === undefined) return new Promise(() => undefined);
    return (result instanceof Error ? Promise.reject(result) : Promise.resolve(result)) as Promise<never>;
  };
  return { api: stubApi({ get: respond, post: respond }), asked };
}

/** All events until the server stops responding. */
async function runSync(server: ReturnType<typeof makeServer>, isLeft: boolean, early?: Promise<Registered>) {
  const log: unknown[] = [];
  const left = isLeft ? Promise.resolve({ id: 'left', lastEventId: 5 }) : undefined;
  const sync = new Sync({
    api: server.api,
    left,
    early,
    onRegister: ({ response: { queue_id } }) => log.push(queue_id),
    onEvents: (events, last, when) => log.push([events.map(({ id }) => id), last, when]),
    onSignedOut: () => log.push('signed out'),
  });
  for (let i = 0; i < 30; i++) await Promise.resolve();
  sync.stop();
  return { log, kind: sync.connection.peek().kind };
}

describe('A page with a defect', () => {
  it('A page that cannot apply an event reports the error and registers again', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const server = makeServer(registered, events(21), registered, events(22));
    const defect = new Error('This event cannot be applied.');
    const [reported, received]: [unknown[], number[]] = [[], []];
    const sync = new Sync({
      api: server.api,
      onRegister: () => undefined,
      onEvents: (_events, last) => {
        if (last === 21) throw defect;
        received.push(last);
      },
      onDefect: (error) => reported.push(error),
    });
    for (let i = 0; i < 60; i++) {
      await Promise.resolve();
      t.mock.timers.tick(1000);
    }
    sync.stop();
    assert.deepEqual(reported, [defect]);
    assert.deepEqual(server.asked.slice(0, 4), ['/register', 'new from 20', '/register', 'new from 20']);
    assert.deepEqual(received, [22]);
  });

  it('A page that can apply no event registers with growing pauses', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const server = makeServer(...Array.from({ length: 60 }, () => [registered, events(21)]).flat());
    const sync = new Sync({
      api: server.api,
      onRegister: () => undefined,
      onEvents: () => {
        throw new Error('This event cannot be applied.');
      },
      onDefect: () => undefined,
      random: () => 0.5,
    });
    for (let second = 0; second < 60; second++) {
      for (let i = 0; i < 20; i++) await Promise.resolve();
      t.mock.timers.tick(1000);
    }
    sync.stop();
    // After 0, 1, 2, 4, 8, 16 and 32 seconds.
    assert.equal(server.asked.filter((path) => path === '/register').length, 7);
  });

  it('A page whose new queues are all refused registers with growing pauses', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const gone = new ApiError(refused(400, 'BAD_EVENT_QUEUE_ID'));
    const server = makeServer(...Array.from({ length: 60 }, () => [registered, gone]).flat());
    const sync = new Sync({
      api: server.api,
      onRegister: () => undefined,
      onEvents: () => undefined,
      random: () => 0.5,
    });
    for (let second = 0; second < 60; second++) {
      for (let i = 0; i < 20; i++) await Promise.resolve();
      t.mock.timers.tick(1000);
    }
    sync.stop();
    // The second one immediately, the others after 1, 2, 4, 8, 16 and 32 seconds.
    assert.equal(server.asked.filter((path) => path === '/register').length, 8);
  });

  it('A page whose cached state cannot be read reports the error and registers', async () => {
    const server = makeServer(registered);
    const defect = new Error('This state cannot be read.');
    const reported: unknown[] = [];
    const sync = new Sync({
      api: server.api,
      left: Promise.reject(defect),
      onRegister: () => undefined,
      onEvents: () => undefined,
      onDefect: (error) => reported.push(error),
    });
    for (let i = 0; i < 30; i++) await Promise.resolve();
    sync.stop();
    assert.deepEqual([reported, server.asked], [[defect], ['/register', 'new from 20']]);
  });
});

const events = (...ids: number[]) => ({ events: ids.map((id) => ({ type: 'heartbeat', id })) });
const registered = response({ queue_id: 'new', last_event_id: 20 });

describe('Pages with a cached queue', () => {
  it('A page with a cached queue catches up immediately without registering', async () => {
    const server = makeServer(events(5, 6, 7), events(8));
    const { log, kind } = await runSync(server, true);
    assert.deepEqual(server.asked, ['left from 5 at once', 'left from 7', 'left from 8']);
    assert.deepEqual(log, [
      [[6, 7], 7, 'before'],
      [[8], 8, 'now'],
    ]);
    assert.equal(kind, 'online');
  });

  it('A page with a cached queue registers when that queue no longer exists', async () => {
    const server = makeServer(new ApiError(refused(400, 'BAD_EVENT_QUEUE_ID')), registered, events(21));
    const { log } = await runSync(server, true);
    assert.deepEqual(server.asked, ['left from 5 at once', '/register', 'new from 20', 'new from 21']);
    assert.deepEqual(log, ['new', [[21], 21, 'now']]);
  });

  it('A page with a cached queue detects that its session ended', async () => {
    const server = makeServer(new ApiError(refused(401, 'INVALID_API_KEY')));
    const { log, kind } = await runSync(server, true);
    assert.deepEqual([log, kind], [['signed out'], 'signedOut']);
  });

  it('A page without a cached queue starts with a registration', async () => {
    const server = makeServer(registered);
    await runSync(server, false);
    assert.deepEqual(server.asked, ['/register', 'new from 20']);
  });

  it('A page uses the registration requested before its script was loaded', async () => {
    const server = makeServer(events(21));
    const { log } = await runSync(server, false, Promise.resolve({ response: registered, text: '' }));
    assert.deepEqual(server.asked, ['new from 20', 'new from 21']);
    assert.deepEqual(log, ['new', [[21], 21, 'now']]);
  });

  it('A page detects that the early registration found no session', async () => {
    const server = makeServer();
    const refusal = new ApiError(refused(401, 'INVALID_API_KEY'));
    const { log, kind } = await runSync(server, false, Promise.reject(refusal));
    assert.deepEqual([server.asked, log, kind], [[], ['signed out'], 'signedOut']);
  });
});

/** A server with these messages: their IDs, and the users of the direct ones. */
function serverWith(overall: number, conversations: Readonly<Record<number, number>> = {}) {
  const asked: string[] = [];
  let isReachable = true;
  const get = (path: string, params: { narrow?: { operand: number[] }[] } = {}): Promise<unknown> => {
    asked.push(path);
    if (!isReachable) return Promise.reject(new ApiError({ kind: 'unreachable' }));
    if (path === '/users/me') return Promise.resolve({ max_message_id: overall });
    const id = conversations[params.narrow?.[0]?.operand[0] ?? 0];
    return Promise.resolve({ messages: id === undefined ? [] : [{ id }] });
  };
  return {
    asked,
    api: stubApi({ get }),
    cut: () => (isReachable = false),
    mend: () => (isReachable = true),
  };
}

const applyEvents = (live: Live, ...events: object[]): void =>
  live.apply(events.map((event, id) => ({ ...event, id }) as Event));

const deleted = (message_type: 'stream' | 'private', ...message_ids: number[]) =>
  message_type === 'stream'
    ? { type: 'delete_message', message_type, stream_id: design, topic: 'lunch', message_ids }
    : { type: 'delete_message', message_type, message_ids };

describe('The newest message ID after a deletion', () => {
  it('The newest message ID after a deletion equals that of a new registration, even if never fetched', async () => {
    const live = createLive(response({ max_message_id: 90 }));
    const { api } = serverWith(84);
    applyEvents(live, deleted('stream', 90));
    await settleNewest({ api, live });
    assert.equal(live.peek().maxMessageId, 84);
  });

  it('The newest message ID ignores a message that was only looked up', async () => {
    const live = createLive(response({ max_message_id: 90 }));
    live.keep([{ ...inChannel(88, design, 'lunch').message, flags: ['read', 'historical'] }]);
    const { api } = serverWith(84);
    applyEvents(live, deleted('stream', 90));
    await settleNewest({ api, live });
    assert.equal(live.peek().maxMessageId, 84);
  });

  it('The newest message ID follows a message that arrives during the request', async () => {
    const live = createLive(response({ max_message_id: 90 }));
    applyEvents(live, deleted('stream', 90));
    const settled = settleNewest({ api: serverWith(84).api, live });
    applyEvents(live, inChannel(95, design, 'lunch'));
    await settled;
    assert.equal(live.peek().maxMessageId, 95);
  });

  it('The newest message ID is requested again after an offline period, and not when nothing is open', async () => {
    const live = createLive(response({ max_message_id: 90 }));
    const server = serverWith(84);
    await settleNewest({ api: server.api, live });
    assert.deepEqual(server.asked, []);
    server.cut();
    applyEvents(live, deleted('stream', 90));
    await settleNewest({ api: server.api, live });
    server.mend();
    await settleNewest({ api: server.api, live });
    assert.equal(live.peek().maxMessageId, 84);
    assert.deepEqual(server.asked, ['/users/me', '/users/me']);
  });

  it('The newest message ID of a new registration overrides a late response', async () => {
    const live = createLive(response({ max_message_id: 90 }));
    applyEvents(live, deleted('stream', 90));
    const settled = settleNewest({ api: serverWith(84).api, live });
    live.replace(response({ max_message_id: 83 }));
    await settled;
    assert.equal(live.peek().maxMessageId, 83);
  });
});

describe('The newest message of a direct conversation after a deletion', () => {
  const two = [
    { user_ids: [ben], max_message_id: 90 },
    { user_ids: [cat], max_message_id: 70 },
  ];

  it('The newest direct message after a deletion is the previous one, even if never fetched', async () => {
    const live = createLive(response({ max_message_id: 90, recent_private_conversations: two }));
    applyEvents(live, deleted('private', 90));
    await settleNewest({ api: serverWith(84, { [ben]: 60 }).api, live });
    assert.deepEqual([...live.peek().conversations].sort(), [
      [String(ben), 60],
      [String(cat), 70],
    ]);
  });

  it('The newest direct message after a deletion is none if it was the only one', async () => {
    const live = createLive(response({ max_message_id: 90, recent_private_conversations: two }));
    applyEvents(live, deleted('private', 90));
    await settleNewest({ api: serverWith(84).api, live });
    assert.deepEqual([...live.peek().conversations], [[String(cat), 70]]);
  });

  it('The newest direct message follows one that arrives during the request', async () => {
    const live = createLive(response({ max_message_id: 90, recent_private_conversations: two }));
    applyEvents(live, deleted('private', 90));
    const settled = settleNewest({ api: serverWith(84, { [ben]: 60 }).api, live });
    applyEvents(live, direct(95, [ann, ben]));
    await settled;
    assert.equal(live.peek().conversations.get(String(ben)), 95);
  });
});
