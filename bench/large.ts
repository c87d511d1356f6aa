/**
 * B7, B8 and B10 to B14 in an organization of 10,000 users, 1,000 channels and a million messages, and its start-up time.
 * The requests come from the owner, who has 200 subscriptions and 50,000 unread messages. B9 is the same with ten million messages.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadSecrets, secretsPath } from '../server/src/lib/secrets-file.ts';
import { hashApiKey } from '../server/src/lib/secrets.ts';
import { keysIn } from '../server/src/lib/objects.ts';
import { personRow, write } from './seed.ts';
import type { Effort } from './send.ts';
import { startLines } from './start.ts';
import {
  ask,
  basic,
  busiestChannel,
  flagRead,
  page,
  presencePing,
  recentWords,
  compressedRegister,
  register,
  searchFor,
  type FoundMessages,
} from './support/asks.ts';
import { app, startMeteredServer, temporaryFolder } from './support/processes.ts';
import type { Line } from './support/report.ts';
import { production, simulation } from './large/everyday.ts';
import { giveKeys } from './large/people.ts';
import { lineFor, measure, rateLine, type Size, type Stage } from './large/stage.ts';

/** Fewer in a smaller organization. */
const simulatedPeople = 5000;

const large: Size = {
  what: '1M messages, 10k people',
  people: 10_000,
  channels: 1000,
  messages: 1_000_000,
  start: { ms: 500, mb: 150 },
  search: { id: 'B8', p50: 1.2, p99: 20, worst: 250 },
};

const huge: Size = {
  what: '10M messages, 100k people',
  people: 100_000,
  channels: 2000,
  messages: 10_000_000,
  start: { ms: 500, mb: 200 },
  search: { id: 'B9', p50: 5, p99: 60, worst: 300 },
};

interface Asked {
  effort: Effort;
  wanted: readonly LargePart[];
}

export async function measureLarge(asked: Asked): Promise<Line[]> {
  const folder = temporaryFolder();
  try {
    return await measureAll(asked, large, await make(folder.path, large));
  } finally {
    folder.remove();
  }
}

/** It takes half an hour to make, so it is kept for the next time, with what the runs have added. */
export async function measureHuge(asked: Asked): Promise<Line[]> {
  const folder = fileURLToPath(new URL('../.cache/bench-huge', import.meta.url));
  const note = join(folder, 'bench.json');
  if (!existsSync(note)) {
    const unfinished = `${folder}-unfinished`;
    rmSync(unfinished, { recursive: true, force: true });
    mkdirSync(unfinished, { recursive: true });
    writeFileSync(join(unfinished, 'bench.json'), JSON.stringify(await make(unfinished, huge)));
    renameSync(unfinished, folder);
  }
  const kept = JSON.parse(readFileSync(note, 'utf8')) as Omit<Made, 'dataDir'>;
  return measureAll(asked, huge, { ...kept, dataDir: folder });
}

interface Made extends Pick<Stage, 'owner' | 'newcomer'> {
  dataDir: string;
  orgId: number;
}

async function make(dataDir: string, { people, channels, messages }: Size): Promise<Made> {
  const size = { people, channels, messages, seed: 7, data: dataDir };
  const options = Object.entries(size).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const made = app<{ realm_id: number; owner: { email: string; api_key: string } }>('demo', ...options);
  const newcomer = await addNewcomer(dataDir, made.realm_id, messages / 1000);
  return { dataDir, orgId: made.realm_id, newcomer, owner: basic(made.owner.email, made.owner.api_key) };
}

const parts = { history, searches, registration, marking, presence, production, simulation };

export type LargePart = keyof typeof parts;
export const largeParts = keysIn(parts);

async function measureAll({ effort, wanted }: Asked, size: Size, made: Made): Promise<Line[]> {
  const people = await giveKeys(made.dataDir, made.orgId, simulatedPeople);
  const lines = await startLines(made.dataDir, size.what, size.start);
  const server = await startMeteredServer(made.dataDir, []);
  const stage = { ...made, size, server, effort, people };
  for (const part of wanted) lines.push(...(await parts[part](stage)));
  await server.stop();
  return lines;
}

/** In the smallest channels from their beginning on, in so many that this many messages came to them. */
async function addNewcomer(dataDir: string, orgId: number, messages: number): Promise<string> {
  const key = 'newcomerNewcomerNewcomerNewcomer';
  const keyHash = hashApiKey(loadSecrets(secretsPath({ data: dataDir })), key);
  const row = personRow(orgId, 1, Date.now(), keyHash);
  await write(dataDir, orgId, async (tx) => {
    const { id: user_id } = await tx.q
      .insertInto('person')
      .values(row)
      .returning('id')
      .executeTakeFirstOrThrow();
    const channels = await tx.q
      .selectFrom('message')
      .select((eb) => ['channel_id', eb.fn.countAll<number>().as('count')])
      .where('channel_id', 'is not', null)
      .groupBy('channel_id')
      .orderBy('count')
      .execute();
    let left = messages;
    for (const { channel_id, count } of channels) {
      if (left <= 0 || channel_id === null) break;
      const place = { channel_id, user_id };
      await tx.q
        .insertInto('membership')
        .values({ ...place, from_message_id: 1, from_position: 0 })
        .execute();
      await tx.q
        .insertInto('subscription')
        .values({ ...place, color: '#5b6ee1', is_muted: 0, pin_to_top: 0, read_floor: 0 })
        .execute();
      left -= count;
    }
  });
  return basic(row.email, key);
}

async function history(stage: Stage): Promise<Line[]> {
  const narrow = [{ operator: 'channel', operand: await busiestChannel(stage) }];
  const one = await measure(stage, { asks: [page(100, narrow)] });
  const many = await measure(stage, { asks: [page(100, narrow)], clients: 16 });
  const compressed = await measure(stage, { asks: [page(100, narrow, 'br')] });
  const feed = await measure(stage, { asks: [page(100, [])] });
  return [
    lineFor('B7', 'history, 100 messages of a channel', one, { p50: 0.8, p99: 4 }),
    rateLine('B7', 'the same, 16 clients', many, 1700),
    { ...lineFor('B7', 'the same, compressed with brotli', compressed, { p50: 0 }), target: '', isMet: null },
    { ...lineFor('B7', '100 messages of all channels', feed, { p50: 0 }), target: '', isMet: null },
  ];
}

async function searches(stage: Stage): Promise<Line[]> {
  const words = await recentWords(stage);
  const [commonest = 'the', second = 'and'] = words;
  const rare = words.at(-1) ?? 'loom';
  const asked = [commonest, `${commonest} ${second}`, rare].map((typed) => page(50, [searchFor(typed)]));
  const dense = await measure(stage, { asks: asked });
  const common = [searchFor(commonest)];
  const sparse = await measure(stage, { asks: [page(50, common)], authorization: stage.newcomer });
  const channel = await busiestChannel(stage);
  const { topics } = await ask<{ topics: { name: string }[] }>(stage, `/users/me/${channel}/topics`);
  const place = [
    { operator: 'channel', operand: channel },
    { operator: 'topic', operand: topics.at(-1)?.name ?? '' },
  ];
  const topic = await measure(stage, { asks: [page(50, [...place, ...common])] });
  const { id, worst, ...limits } = stage.size.search;
  return [
    lineFor(id, 'search, 50 matches, most common word', dense, limits, 0),
    lineFor(id, 'search, 50 matches, two common words', dense, limits, 1),
    lineFor(id, 'search, 50 matches, rare word', dense, limits, 2),
    lineFor(id, 'most common word, user who can read 0.1 %', sparse, { p50: worst }),
    lineFor(id, 'most common word in an old topic', topic, { p50: worst }),
  ];
}

/** What the web client asks for. */
async function registration(stage: Stage): Promise<Line[]> {
  const { effort } = stage;
  // Each makes a queue that has to be kept: enough of them for a median, not more.
  const short = { ...stage, effort: { ...effort, seconds: Math.min(effort.seconds, 5) } };
  const plain = await measure(short, { asks: [register] });
  const compressed = await measure(short, { asks: [compressedRegister] });
  return [
    lineFor('B10', 'registration, 50k unread messages', plain, { p50: 35, p99: 90 }),
    lineFor('B10', 'the same, compressed for a browser', compressed, { p50: 35, p99: 90 }),
  ];
}

async function marking(stage: Stage): Promise<Line[]> {
  const { messages: recent } = await ask<FoundMessages>(stage, page(5000, []).path);
  const ids = recent.map(({ id }) => id);
  const measured = await measure(stage, { asks: [flagRead('add', ids), flagRead('remove', ids)] });
  return [
    lineFor('B11', `mark ${recent.length} messages as read`, measured, { p50: 2, p99: 6 }, 0),
    { ...lineFor('B11', 'mark them as unread', measured, { p50: 0 }, 1), target: '', isMet: null },
  ];
}

async function presence(stage: Stage): Promise<Line[]> {
  const one = await measure(stage, { asks: [presencePing] });
  const many = await measure(stage, { asks: [presencePing], clients: 64 });
  return [
    lineFor('B12', 'presence update', one, { p50: 0.25 }),
    rateLine('B12', 'the same, 64 clients', many, 20_000),
  ];
}
