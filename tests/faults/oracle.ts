/** What must be true when a run has ended, whatever happened in it. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Client } from '../support/client.ts';
import type { Listener } from './listener.ts';
import { getToken, type SendAttempt } from './sender.ts';
import type { Person } from './stage.ts';

/** What a listener has received. */
export type ReceivedEvent = Pick<Listener, 'name' | 'queue' | 'received'>;

/** Messages by id. */
export type History = Map<number, string>;

export interface RunSummary {
  acknowledged: number;
  /** Never acknowledged, their senders gave up. */
  abandoned: number;
  /** Those of them that were stored all the same. */
  abandonedButStored: number;
  delivered: number;
}

/** @throws AssertionError naming the first promise that was broken. */
export async function judge(
  url: string,
  people: readonly Person[],
  sent: readonly SendAttempt[],
  listeners: readonly Listener[],
): Promise<RunSummary> {
  assertGrowing(sent);
  const histories = new Map<number, History>();
  for (const person of people) histories.set(person.id, await getHistory(url, person));
  const stored = findStored(sent, histories);
  for (const person of people) assertHistory(person, histories.get(person.id) ?? new Map(), stored);
  for (const listener of listeners) assertDelivered(listener, stored);
  for (const listener of listeners) await listener.assertState();
  const abandoned = sent.filter((one) => one.id === null);
  return {
    acknowledged: sent.length - abandoned.length,
    abandoned: abandoned.length,
    abandonedButStored: abandoned.filter((one) => stored.has(one)).length,
    delivered: listeners.reduce((sum, listener) => sum + listener.received.length, 0),
  };
}

/** Who sends one message after the other gets growing ids, across restarts. */
export function assertGrowing(sent: readonly SendAttempt[]): void {
  for (const [name, own] of Map.groupBy(sent, (one) => one.sender.name)) {
    const ids = own.flatMap((one) => one.id ?? []);
    assert.deepEqual(
      ids,
      [...new Set(ids)].sort((a, b) => a - b),
      `the ids of ${name}'s messages did not grow`,
    );
  }
}

async function getHistory(url: string, person: Person): Promise<History> {
  const client = new Client(url, person);
  const history: History = new Map();
  let anchor: string | number = 'oldest';
  for (;;) {
    const query = { anchor, include_anchor: anchor === 'oldest', num_before: 0, num_after: 2000 };
    const { status, json } = await client.get('/messages', { ...query, apply_markdown: false });
    assert.equal(status, 200, json.msg);
    for (const { id, content } of json.messages as { id: number; content: string }[]) {
      assert.ok(!history.has(id), `message ${id} is there twice for ${person.name}`);
      history.set(id, content);
      anchor = id;
    }
    if (json.found_newest) return history;
  }
}

/** The id of each message that is there, as its own sender sees it: once if acknowledged, at most once if not. */
export function findStored(
  sent: readonly SendAttempt[],
  histories: ReadonlyMap<number, History>,
): Map<SendAttempt, number> {
  const stored = new Map<SendAttempt, number>();
  const idsByToken = new Map<string, number[]>();
  for (const history of histories.values())
    for (const [id, content] of history) {
      const token = getToken(content) ?? '';
      const ids = idsByToken.get(token) ?? [];
      if (!ids.includes(id)) idsByToken.set(token, [...ids, id]);
    }
  for (const one of sent) {
    const ids = idsByToken.get(one.token) ?? [];
    if (one.id !== null) assert.deepEqual(ids, [one.id], `${one.token} was acknowledged as ${one.id}`);
    assert.ok(ids.length <= 1, `${one.token} is there ${ids.length} times`);
    if (ids[0] !== undefined) stored.set(one, ids[0]);
  }
  return stored;
}

/** Everyone reads what was written where they are, and nothing else. */
export function assertHistory(
  person: Person,
  history: History,
  stored: ReadonlyMap<SendAttempt, number>,
): void {
  const wanted = [...stored].filter(([one]) => one.destination.people.has(person.id));
  const found = [...history].filter(([, content]) => getToken(content) !== undefined);
  assert.deepEqual(
    found.map(([id, content]) => `${id} ${getToken(content)}`),
    wanted.sort(([, a], [, b]) => a - b).map(([one, id]) => `${id} ${one.token}`),
    `the history of ${person.name} is not what was written`,
  );
}

/** Every queue got each message that it could see once, in order, and no other. */
export function assertDelivered(
  { name, queue, received }: ReceivedEvent,
  stored: ReadonlyMap<SendAttempt, number>,
): void {
  const wanted = [...stored].filter(([one]) => queue.receives(one.destination)).sort(([, a], [, b]) => a - b);
  assert.deepEqual(
    received.filter(({ token }) => token !== undefined).map(({ id, token }) => `${id} ${token}`),
    wanted.map(([one, id]) => `${id} ${one.token}`),
    `${name} did not receive what was written`,
  );
}

/** The file that a dead server left behind. */
export function assertSound(dataDir: string): void {
  const database = new DatabaseSync(join(dataDir, 'heddle.db'));
  try {
    const check = database
      .prepare('PRAGMA integrity_check')
      .all()
      .map((row) => row.integrity_check);
    assert.deepEqual(check, ['ok']);
    assert.deepEqual(database.prepare('PRAGMA foreign_key_check').all(), []);
    database.exec("INSERT INTO message_search (message_search) VALUES ('integrity-check')");
  } finally {
    database.close();
  }
}
