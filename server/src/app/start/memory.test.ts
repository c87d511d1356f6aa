import assert from 'node:assert/strict';
import { test } from 'node:test';
import { IdleCollector } from './memory.ts';

const period = 30_000;

/** A process whose memory and CPU time are what the test says. */
function makeProcess() {
  const state = { cpuMs: 0, residentBytes: 100, floor: 100, collections: 0 };
  const collector = new IdleCollector({
    cpuMs: () => state.cpuMs,
    residentBytes: () => state.residentBytes,
    collect: () => {
      state.collections++;
      state.residentBytes = state.floor;
    },
  });
  collector.collect();
  return { state, collector };
}

test('An idle server returns what it grew by, once', () => {
  const { state, collector } = makeProcess();
  state.residentBytes = 300;
  collector.check(period);
  collector.check(period);
  assert.equal(state.collections, 2);
  assert.equal(state.residentBytes, 100);
});

test('A busy server collects no garbage on its own, and does so when the load has ended', () => {
  const { state, collector } = makeProcess();
  state.residentBytes = 300;
  state.cpuMs += period / 2;
  collector.check(period);
  assert.equal(state.collections, 1);
  collector.check(period);
  assert.equal(state.collections, 2);
});

test('What an idle server needs is not collected again and again', () => {
  const { state, collector } = makeProcess();
  state.floor = 300;
  state.residentBytes = 400;
  for (let i = 0; i < 3; i++) collector.check(period);
  assert.equal(state.collections, 2);
});
