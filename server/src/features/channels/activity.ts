/** Weekly traffic of channels, counted once a day. */
import { prepared } from '../../db/prepared.ts';
import { channelUpdates, getChannelAudience } from '../../core/channels/index.ts';
import type { AppContext } from '../../core/context/index.ts';
import type { Tx } from '../../core/log/index.ts';
import type { Channel } from '../../core/organization/index.ts';

const dayMs = 24 * 3600_000;
const weekMs = 7 * dayMs;
/** The average is taken over this time. */
const countedMs = 4 * weekMs;
const silenceMs = 180 * dayMs;

/** Channels counted in one transaction, so that other writes do not wait. */
const countedAtOnce = 20;

const dueChannels = prepared<{ org_id: number; before: number }>()((q, p) =>
  q
    .selectFrom('channel')
    .select('id')
    .where('org_id', '=', p.org_id)
    .where('counted_at', '<', p.before)
    .orderBy('counted_at')
    .orderBy('id')
    .limit(countedAtOnce),
);

const nextIn = prepared<{ channel_id: number; id: number }>()((q, p) =>
  q
    .selectFrom('message')
    .select(['id', 'sent_at'])
    .where('channel_id', '=', p.channel_id)
    .where('id', '>=', p.id)
    .orderBy('id')
    .limit(1),
);

const newestIn = prepared<{ channel_id: number }>()((q, p) =>
  q
    .selectFrom('message')
    .select(['id', 'sent_at'])
    .where('channel_id', '=', p.channel_id)
    .orderBy('id', 'desc')
    .limit(1),
);

const countSince = prepared<{ channel_id: number; id: number }>()((q, p) =>
  q
    .selectFrom('message')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('channel_id', '=', p.channel_id)
    .where('id', '>=', p.id),
);

/** Counts the channels of all organizations, some per transaction. */
export async function countChannels({
  db,
  organizations,
}: Pick<AppContext, 'db' | 'organizations'>): Promise<void> {
  for (const { id } of organizations.names) {
    let hasMore = true;
    while (hasMore) hasMore = await db.write(id, 'system', countActivity);
  }
}

/** Counts some of the channels that were not counted for a day; returns whether there are more. */
export async function countActivity(tx: Tx): Promise<boolean> {
  const due = await tx.rows(dueChannels, { org_id: tx.orgId, before: tx.now - dayMs });
  if (due.length === 0) return false;
  for (const { id } of due) {
    const channel = tx.cache.channels.get(id);
    if (channel) await count(tx, channel);
  }
  return due.length === countedAtOnce;
}

async function count(tx: Tx, channel: Channel): Promise<void> {
  const newest = await tx.first(newestIn, { channel_id: channel.id });
  const isActive = (newest?.sent_at ?? channel.createdAt) > tx.now - silenceMs;
  const time = tx.now - countedMs;
  // Most channels of a large organization are silent, and need no search.
  const isSilent = newest === undefined || newest.sent_at < time;
  const sent = isSilent ? 0 : await countAfter(tx, channel.id, newest.id, time);
  const weeklyTraffic = getAverage(sent, tx.now - channel.createdAt);
  const isRecentlyActive = channel.isRecentlyActive && isActive;
  await tx.q
    .updateTable('channel')
    .set({
      counted_at: tx.now,
      weekly_traffic: weeklyTraffic,
      is_recently_active: isRecentlyActive ? 1 : 0,
    })
    .where('id', '=', channel.id)
    .where('org_id', '=', tx.orgId)
    .execute();
  const changes = channelUpdates(tx.cache, channel, { ...channel, isRecentlyActive, weeklyTraffic });
  if (changes.length === 0) return;
  await tx.touch({ channels: [channel.id] });
  for (const change of changes) tx.emit(change, getChannelAudience(channel));
}

/** Null in the first week of a channel; any traffic rounds up to at least one. */
function getAverage(sent: number, ageMs: number): number | null {
  if (ageMs < weekMs) return null;
  const average = Math.round(sent / (Math.min(ageMs, countedMs) / weekMs));
  return sent > 0 ? Math.max(1, average) : 0;
}

async function countAfter(tx: Tx, channelId: number, newest: number, time: number): Promise<number> {
  const id = await firstSince(tx, channelId, newest, time);
  return (await tx.first(countSince, { channel_id: channelId, id }))?.count ?? 0;
}

/**
 * The first message of the channel since then, by binary search among the channel's messages: in other channels and
 * organizations an import may have given old messages high ids.
 */
async function firstSince(tx: Tx, channelId: number, newest: number, time: number): Promise<number> {
  let low = 1;
  let high = newest + 1;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const row = await tx.first(nextIn, { channel_id: channelId, id: middle });
    if (row && row.sent_at < time) low = row.id + 1;
    else high = middle;
  }
  return low;
}
