/** Emits pins to everyone who may read their messages. */
import type { Tx } from '../../core/log/index.ts';
import { type Portion, allReaders, peopleIn } from '../../core/messages/index.ts';
import { type Pin, pinObjects } from './queries.ts';

/** Also where they have a new place. */
export async function emitPinned(tx: Tx, pins: readonly Pin[]): Promise<void> {
  const objects = new Map((await pinObjects(tx, pins)).map((one) => [one.message_id, one]));
  for (const { ids, audience } of await getPortions(tx, pins)) {
    const shown = ids.flatMap((id) => objects.get(id) ?? []);
    if (shown.length > 0) tx.emit({ type: 'heddle_pinned_messages', op: 'add', pins: shown }, audience);
  }
}

export async function emitUnpinned(tx: Tx, pins: readonly Pin[]): Promise<void> {
  for (const { ids, audience } of await getPortions(tx, pins))
    if (ids.length > 0)
      tx.emit({ type: 'heddle_pinned_messages', op: 'remove', message_ids: [...ids] }, audience);
}

async function getPortions(tx: Tx, pins: readonly Pin[]): Promise<Portion[]> {
  const portions: Portion[] = [];
  for (const [channelId, there] of Map.groupBy(pins, (pin) => pin.channel_id)) {
    const channel = channelId === null ? undefined : tx.cache.channels.get(channelId);
    if (channel) portions.push(...(await allReaders(tx, channel, there.map(getId))));
  }
  for (const [directId, there] of Map.groupBy(pins, (pin) => pin.direct_id))
    if (directId !== null)
      portions.push({ ids: there.map(getId), audience: { users: await peopleIn(tx, directId) } });
  return portions;
}

const getId = (pin: Pin): number => pin.message_id;
