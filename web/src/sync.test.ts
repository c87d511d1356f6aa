import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ApiFailure } from './api.ts';
import { begin, connectionOf, next, type SyncInput, type SyncState } from './sync.ts';

const queue = { id: 'q', lastEventId: 5 };
const polling: SyncState = { phase: 'polling', queue, failures: 0, since: 0 };
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

describe('the machine that keeps the state true', () => {
  it('polls once it is registered, from the last event that it heard', () => {
    const state = run(begin, { kind: 'registered', queue }, { kind: 'heard', lastEventId: 7 });
    assert.deepEqual(state, { ...polling, queue: { id: 'q', lastEventId: 7 } });
  });

  it('never goes back behind an event that it has heard', () => {
    assert.deepEqual(run(polling, { kind: 'heard', lastEventId: 3 }), polling);
  });

  it('waits longer after each failure, and polls the same queue again', () => {
    const once = run(polling, failed(unreachable));
    const twice = run(once, { kind: 'waited' }, failed(unreachable, 2000));
    assert.equal(once.phase === 'waiting' && once.delayMs, 500);
    assert.equal(twice.phase === 'waiting' && twice.delayMs, 1000);
    const again = next(twice, { kind: 'waited' });
    assert.deepEqual(again, { phase: 'polling', queue, failures: 2, since: 1000 });
  });

  it('waits as long as a busy server asks', () => {
    const state = run(polling, failed({ kind: 'unavailable', status: 429, retryAfterMs: 9000 }));
    assert.equal(state.phase === 'waiting' && state.delayMs, 9000);
  });

  it('registers at once when its queue is gone', () => {
    const state = run(polling, failed(refused(400, 'BAD_EVENT_QUEUE_ID')));
    assert.equal(state.phase, 'registering');
  });

  it('waits when a registration is refused', () => {
    assert.equal(run(begin, failed(refused(400, 'BAD_EVENT_QUEUE_ID'))).phase, 'waiting');
  });

  it('ends when the session has ended', () => {
    const state = run(polling, failed(refused(401, 'INVALID_API_KEY')), { kind: 'waited' });
    assert.deepEqual(state, { phase: 'signedOut' });
  });

  it('tells a person from the second failure on, and since when', () => {
    const once = run(polling, failed(unreachable));
    const twice = run(once, { kind: 'waited' }, failed(unreachable, 2000));
    assert.deepEqual(connectionOf(once, undefined, true), { kind: 'online' });
    assert.deepEqual(connectionOf(twice, undefined, true), { kind: 'reconnecting', since: 1000 });
    assert.deepEqual(connectionOf(polling, 3000, true), { kind: 'offline', since: 3000 });
    assert.deepEqual(connectionOf(begin, undefined, false), { kind: 'starting' });
  });
});
