/**
 * Moves drafts of topics that were moved while the page was closed or offline: each draft is stored with the ID of a
 * message of its topic, whose current place is requested after a registration.
 */
import { effect } from '@preact/signals';
import { locateMessages } from '../../../actions/messages/locate.ts';
import type { Client } from '../../../connection/client.ts';
import { findNewestIn } from '../../../store/narrow/narrow.ts';
import { targetKey, type Draft, type Target } from '../../../store/writing/drafts.ts';
import { drafts } from '../../compose/state/state.ts';
import { followTopic } from './follow.ts';
import { parseStored, tryToStore } from '../../../store/base/storage.ts';

const key = 'heddle-draft-places';

type Topic = Extract<Target, { kind: 'topic' }> & { channelId: number };

const read = (): Map<string, number> =>
  new Map<string, number>(parseStored(window.localStorage.getItem(key), []));

export function followDrafts(client: Client): void {
  let looked = new Set<string>();
  effect(() => {
    // Events may have been missed before another registration.
    void client.live.begun.value;
    looked = new Set();
    void moveDrafts(client);
  });
  effect(() => notePlaces(client, drafts.all.value, looked));
}

/** @param looked drafts without a loaded message of their topic, such as those of new topics */
function notePlaces(client: Client, all: ReadonlyMap<string, Draft>, looked: Set<string>): void {
  const before = read();
  const places = new Map([...before].filter(([draft]) => all.has(draft)));
  for (const [draft, { target }] of all) {
    if (!isTopic(target) || places.has(draft) || looked.has(draft)) continue;
    looked.add(draft);
    const id = findNewestIn(client.live.peek(), target);
    if (id !== undefined) places.set(draft, id);
  }
  const next = JSON.stringify([...places]);
  if (next !== JSON.stringify([...before])) tryToStore(window.localStorage, key, next);
}

const isTopic = (target: Target): target is Topic =>
  target.kind === 'topic' && target.channelId !== undefined;

async function moveDrafts(client: Client): Promise<void> {
  const places = read();
  const known = [...drafts.all.peek()].flatMap(([draft, { target }]) => {
    const id = places.get(draft);
    return id !== undefined && isTopic(target) ? [{ id, target }] : [];
  });
  if (known.length === 0) return;
  const { value: found } = await locateMessages(
    client,
    known.map(({ id }) => id),
  );
  for (const { id, target } of known) {
    const to = found?.get(id);
    if (to?.kind !== 'topic' || targetKey(to) === targetKey(target)) continue;
    followTopic(client, target, to);
  }
}
