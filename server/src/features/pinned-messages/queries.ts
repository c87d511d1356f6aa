/** Pins, with where their messages stand now: a pin has no place of its own. */
import { sql } from 'kysely';
import type { PinnedMessage } from '../../../../wire/pinned-messages.ts';
import type { Db } from '../../db/db.ts';
import { prepared } from '../../db/prepared.ts';
import { inListParam, listValue } from '../../db/sql.ts';
import type { Tx } from '../../core/log/index.ts';
import { type Reader, type VisibleRow, membersOfDirects, visibleRows } from '../../core/messages/index.ts';

export interface Pin {
  message_id: number;
  user_id: number;
  pinned_at: number;
  channel_id: number | null;
  direct_id: number | null;
  topic: string;
}

const amongIds = prepared<{ org_id: number; list: unknown }>()((q, p, dialect) =>
  q
    .selectFrom('message_pin as pin')
    .innerJoin('message', 'message.id', 'pin.message_id')
    .select(['pin.message_id', 'pin.user_id', 'pin.pinned_at'])
    .select(['message.channel_id', 'message.direct_id', 'message.topic'])
    .where('pin.org_id', '=', p.org_id)
    .where(inListParam(dialect, 'pin.message_id', p.list))
    .orderBy('pin.message_id'),
);

/** Those of the messages that are pinned, in order of their ids. */
export const pinsAmong = (tx: Db & Pick<Tx, 'orgId'>, ids: readonly number[]): Promise<Pin[]> =>
  findPins(tx, tx.orgId, ids);

export async function findPins(db: Db, orgId: number, ids: readonly number[]): Promise<Pin[]> {
  if (ids.length === 0) return [];
  return db.rows(amongIds, { org_id: orgId, list: listValue(db.dialect, ids) });
}

// The pins come first: an organization has fewer of them than a topic or a channel may have messages.
const inTopic = prepared<{ org_id: number; channel_id: number; topic: string }>()((q, p) =>
  q
    .selectFrom('message_pin as pin')
    .crossJoin('message')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('pin.org_id', '=', p.org_id)
    .whereRef('message.id', '=', 'pin.message_id')
    .where('message.channel_id', '=', p.channel_id)
    .where('message.topic', '=', p.topic),
);

const inDirect = prepared<{ org_id: number; direct_id: number }>()((q, p) =>
  q
    .selectFrom('message_pin as pin')
    .crossJoin('message')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('pin.org_id', '=', p.org_id)
    .whereRef('message.id', '=', 'pin.message_id')
    .where('message.direct_id', '=', p.direct_id),
);

/** How many are pinned where the message is. */
export async function countPins(tx: Tx, { channel_id, direct_id, topic }: VisibleRow): Promise<number> {
  const found =
    channel_id === null
      ? await tx.first(inDirect, { org_id: tx.orgId, direct_id: direct_id ?? 0 })
      : await tx.first(inTopic, { org_id: tx.orgId, channel_id, topic });
  return found?.count ?? 0;
}

const inChannels = prepared<{ org_id: number; channels: unknown }>()((q, p, dialect) =>
  q
    .selectFrom('message_pin as pin')
    .crossJoin('message')
    .select(['pin.message_id', 'message.channel_id'])
    .where('pin.org_id', '=', p.org_id)
    .whereRef('message.id', '=', 'pin.message_id')
    .where(inListParam(dialect, 'message.channel_id', p.channels))
    .orderBy('pin.message_id'),
);

/** The ids of pinned messages, by channel. */
export async function pinnedInChannels(
  tx: Tx,
  channelIds: readonly number[],
): Promise<Map<number, number[]>> {
  const rows = await tx.rows(inChannels, {
    org_id: tx.orgId,
    channels: listValue(tx.dialect, channelIds),
  });
  const groups = [...Map.groupBy(rows, (row) => row.channel_id ?? 0)];
  return new Map(groups.map(([channelId, pins]) => [channelId, pins.map((pin) => pin.message_id)]));
}

/** As API objects, for readers of the messages. */
export async function pinObjects(tx: Db & Pick<Tx, 'orgId'>, pins: readonly Pin[]): Promise<PinnedMessage[]> {
  const directIds = [...new Set(pins.map((pin) => pin.direct_id).filter((id) => id !== null))];
  const people = await membersOfDirects(tx, tx.orgId, directIds);
  return pins.map((pin) => {
    const { message_id, user_id, channel_id, direct_id, topic } = pin;
    const common = { message_id, user_id, pinned_at: Math.floor(pin.pinned_at / 1000) };
    return channel_id === null
      ? { ...common, user_ids: people.get(direct_id ?? 0) ?? [] }
      : { ...common, channel_id, topic };
  });
}

interface Place {
  pinned_at: number;
  message_id: number;
}

const newestBefore = prepared<{ org_id: number } & Place>()((q, p) =>
  q
    .selectFrom('message_pin')
    .select(['message_id', 'pinned_at'])
    .where('org_id', '=', p.org_id)
    .where('pinned_at', '<=', p.pinned_at)
    .where((eb) => eb.or([eb('pinned_at', '<', p.pinned_at), eb('message_id', '<', p.message_id)]))
    .orderBy('pinned_at', 'desc')
    .orderBy('message_id', 'desc')
    .limit(sql.lit(pageRows)),
);

const pageRows = 1000;
/** Beyond what people pin by hand; so that no registration grows without bounds. */
const mostRegistered = 10_000;

/**
 * Reads the pins of all conversations that the reader can read, page by page, since only those count that the reader sees: pins elsewhere, however many,
 * must not take the place of others.
 */
export async function getPinsFor(tx: Tx, reader: Reader): Promise<PinnedMessage[]> {
  const ids: number[] = [];
  let place: Place | undefined = { pinned_at: Number.MAX_SAFE_INTEGER, message_id: 0 };
  while (place && ids.length < mostRegistered) {
    const rows: Place[] = await tx.rows(newestBefore, { org_id: tx.orgId, ...place });
    const page = rows.map((row) => row.message_id);
    ids.push(...(await visibleRows(tx, reader, page)).map(({ id }) => id));
    place = rows.length < pageRows ? undefined : rows.at(-1);
  }
  return pinObjects(tx, await pinsAmong(tx, ids));
}
