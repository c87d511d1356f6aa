/** A small organization, of which one thing at a time becomes ten, a hundred and a thousand times as many. */
import { trait } from '../../server/src/core/read-state/index.ts';
import type { Tx } from '../../server/src/core/log/tx.ts';
import { namesByCode } from '../../server/src/lib/markdown/emoji/emoji.ts';
import { keysIn } from '../../server/src/lib/objects.ts';
import { write } from '../seed.ts';
import { insertTopics } from '../topics.ts';
import { app } from '../support/processes.ts';
import { basic } from '../support/asks.ts';

/** How many there are of each at first, and how many times as many at most: what takes longer to make than a minute is left out. */
export const dimensions = {
  people: { base: 10, most: 1000 },
  channels: { base: 10, most: 1000 },
  topics: { base: 100, most: 1000 },
  messages: { base: 3000, most: 100 },
  queues: { base: 10, most: 100 },
  reactions: { base: 100, most: 100 },
  groups: { base: 10, most: 1000 },
} as const satisfies Record<string, { base: number; most: number }>;

export type Dimension = keyof typeof dimensions;
export const dimensionNames = keysIn(dimensions);

export type Size = Record<Dimension, number>;

export const baseSize: Size = {
  people: dimensions.people.base,
  channels: dimensions.channels.base,
  topics: dimensions.topics.base,
  messages: dimensions.messages.base,
  queues: dimensions.queues.base,
  reactions: dimensions.reactions.base,
  groups: dimensions.groups.base,
};

/** Above the base, the smallest first. */
export const listFactors = (dimension: Dimension): number[] =>
  [10, 100, 1000].filter((factor) => factor <= dimensions[dimension].most);

export const sizeAt = (dimension: Dimension, factor: number): Size => ({
  ...baseSize,
  [dimension]: dimensions[dimension].base * factor,
});

/** Queues are registered by who waits in them. @returns base64 of `email:key` of the owner */
export async function makeOrganization(dataDir: string, size: Size): Promise<string> {
  const counts = (['people', 'channels', 'messages'] as const).flatMap((name) => [
    `--${name}`,
    String(size[name]),
  ]);
  const made = app<{ realm_id: number; owner: { user_id: number; email: string; api_key: string } }>(
    'demo',
    ...counts,
    '--seed',
    '7',
    '--data',
    dataDir,
  );
  const { realm_id, owner } = made;
  await write(dataDir, realm_id, async (tx) => {
    const busiest = await findBusiestChannel(tx);
    await insertTopics(tx, busiest, size.topics);
    await insertReactions(tx, busiest, size.reactions);
    await insertGroups(tx, owner.user_id, size.groups);
  });
  return basic(owner.email, owner.api_key);
}

async function findBusiestChannel(tx: Tx): Promise<number> {
  const found = await tx.q
    .selectFrom('message')
    .select('channel_id')
    .where('channel_id', 'is not', null)
    .groupBy('channel_id')
    .orderBy((eb) => eb.fn.countAll(), 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return found.channel_id ?? 0;
}

const reactedMessages = 100;
const rowsAtOnce = 1000;

/** Spread over the newest messages of the channel, so that a page of it has them all. */
async function insertReactions(tx: Tx, channelId: number, count: number): Promise<void> {
  const newest = await tx.q
    .selectFrom('message')
    .select(['id', 'sender_id'])
    .where('channel_id', '=', channelId)
    .orderBy('id', 'desc')
    .limit(reactedMessages)
    .execute();
  const emoji = Object.entries(namesByCode());
  const rows = Array.from({ length: count }, (_, i) => {
    const message = newest[i % newest.length];
    const [code = '', [name = ''] = []] = emoji[Math.floor(i / newest.length)] ?? [];
    return {
      message_id: message?.id ?? 0,
      user_id: message?.sender_id ?? 0,
      emoji_name: name,
      emoji_code: code,
      kind: 'unicode_emoji' as const,
    };
  });
  for (let from = 0; from < rows.length; from += rowsAtOnce)
    await tx.q
      .insertInto('reaction')
      .values(rows.slice(from, from + rowsAtOnce))
      .execute();
  const ids = newest.map(({ id }) => id);
  await tx.q
    .updateTable('message')
    .set((eb) => ({ traits: eb('traits', '+', trait.hasReaction) }))
    .where('id', 'in', ids)
    .execute();
}

async function insertGroups(tx: Tx, ownerId: number, count: number): Promise<void> {
  for (let from = 0; from < count; from += rowsAtOnce) {
    const rows = Array.from({ length: Math.min(rowsAtOnce, count - from) }, (_, i) => ({
      org_id: tx.orgId,
      name: `team ${from + i}`,
      name_key: `team ${from + i}`,
      description: 'Those who weave.',
      is_system: 0 as const,
      creator_id: ownerId,
      created_at: tx.now,
      is_deactivated: 0 as const,
      settings: '{}',
    }));
    const made = await tx.q.insertInto('user_group').values(rows).returning('id').execute();
    const members = made.map(({ id }) => ({ group_id: id, user_id: ownerId }));
    await tx.q.insertInto('group_member').values(members).execute();
  }
}
