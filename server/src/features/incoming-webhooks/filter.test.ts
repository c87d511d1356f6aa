import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isWanted } from './filter.ts';

test('Without a filter every event is wanted, and an empty list is none', () => {
  assert.ok(isWanted('push', {}));
  assert.ok(isWanted('push', { only_events: [], exclude_events: [] }));
});

test('Names of events have the wildcards of shells', () => {
  const matches = (pattern: string, event: string) => isWanted(event, { only_events: [pattern] });
  for (const [pattern, event] of [
    ['push', 'push'],
    ['push*', 'push_tags'],
    ['*', ''],
    ['*_request*', 'pull_request_review'],
    ['pu?h', 'push'],
    ['[a-q]ush', 'push'],
    ['[!a-o]ush', 'push'],
    ['a.b*c', 'a.bxc'],
    ['[', '['],
  ] as const)
    assert.ok(matches(pattern, event), `${pattern} ${event}`);
  for (const [pattern, event] of [
    ['push', 'pushed'],
    ['push', 'Push'],
    ['pu?h', 'puh'],
    ['[!p]ush', 'push'],
    ['a.b', 'axb'],
    ['push*x', 'push_tags'],
  ] as const)
    assert.ok(!matches(pattern, event), `${pattern} ${event}`);
});

test('An event is excluded even if it is named among those that are wanted', () => {
  assert.ok(!isWanted('push', { only_events: ['p*'], exclude_events: ['push'] }));
  assert.ok(isWanted('ping', { only_events: ['p*'], exclude_events: ['push'] }));
});

test('A pattern of many stars takes no longer than its length allows', () => {
  assert.ok(!isWanted('a'.repeat(5000), { only_events: [`${'*a'.repeat(99)}b`] }));
});
