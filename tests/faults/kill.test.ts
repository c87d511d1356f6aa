import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makePlace, onBothEngines } from '../support/engines.ts';
import { killRounds } from './kill.ts';
import { assertDelivered, assertGrowing, assertHistory, findStored, type ReceivedEvent } from './oracle.ts';
import { getContent, type SendAttempt } from './sender.ts';
import type { Person, Destination } from './stage.ts';

const asked = process.env.HEDDLE_TEST_KILL_ROUNDS;
const seed = Number(process.env.HEDDLE_TEST_KILL_SEED ?? Date.now() % 1_000_000);

onBothEngines('Repeated kills', (engine) => {
  const rounds = Number(asked ?? (engine === 'sqlite' ? 5 : 2));
  test(`A server killed repeatedly loses, duplicates and reveals nothing, in ${rounds} rounds`, async (t) => {
    t.diagnostic(`seed ${seed}`);
    const place = await makePlace(engine);
    t.after(() => place.remove());
    const { dataDir, databaseUrl } = place;
    const report = await killRounds({ dataDir, databaseUrl, rounds, seed }).catch((error: unknown) => {
      throw new Error(`HEDDLE_TEST_KILL_SEED=${seed}: ${String(error)}`, { cause: error });
    });
    t.diagnostic(JSON.stringify(report));
    assert.ok(
      report.acknowledged > 10 * rounds && report.delivered > 50 * rounds,
      'hardly anything happened',
    );
  });
});

const dan: Person = { id: 1, email: 'dan@example.com', apiKey: '', name: 'Dan', isGuest: false };
const eve: Person = { ...dan, id: 2, name: 'Eve' };
const room: Destination = { name: 'room', params: {}, people: new Set([1]), channelId: 1, isPublic: false };
const say = (token: string, id: number | null): SendAttempt => ({
  token,
  destination: room,
  sender: dan,
  id,
});
const sent = [say('a', 10), say('b', 11), say('c', null)];
const history = new Map(sent.slice(0, 2).map(({ token, id }) => [id ?? 0, getContent(token)]));
const listener = (...ids: [number, string][]): ReceivedEvent => ({
  name: 'Dan',
  queue: {
    person: dan,
    params: {},
    keepsState: false,
    receives: (destination) => destination.people.has(dan.id),
  },
  received: ids.map(([id, token]) => ({ id, token })),
});

test('The oracle of the crash test accepts correct results', () => {
  const stored = findStored(sent, new Map([[dan.id, history]]));
  assertGrowing(sent);
  assertHistory(dan, history, stored);
  assertHistory(eve, new Map(), stored);
  assertDelivered(listener([10, 'a'], [11, 'b']), stored);
});

test('The oracle of the crash test detects lost, duplicated, reordered and leaked messages', () => {
  const stored = findStored(sent, new Map([[dan.id, history]]));
  const one = new Map([[10, getContent('a')]]);
  const twice = new Map([...history, [12, getContent('b')] as const]);
  const abandonedTwice = new Map([
    ...history,
    [12, getContent('c')] as const,
    [13, getContent('c')] as const,
  ]);
  for (const wrong of [
    () => findStored(sent, new Map([[dan.id, one]])),
    () => findStored(sent, new Map([[dan.id, twice]])),
    () => findStored(sent, new Map([[dan.id, abandonedTwice]])),
    () => assertGrowing([say('a', 11), say('b', 10)]),
    () => assertGrowing([say('a', 11), say('b', 11)]),
    () => assertHistory(dan, one, stored),
    () => assertHistory(eve, one, stored),
    () => assertDelivered(listener([10, 'a']), stored),
    () => assertDelivered(listener([10, 'a'], [11, 'b'], [11, 'b']), stored),
    () => assertDelivered(listener([11, 'b'], [10, 'a']), stored),
    () =>
      assertDelivered(
        { ...listener([10, 'a']), queue: { ...listener().queue, receives: () => false } },
        stored,
      ),
  ])
    assert.throws(wrong, assert.AssertionError);
});
