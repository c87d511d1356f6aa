/** Metrics of what is kept in memory: by owner, with the limit of each that has one. */
import { getPeopleTextBytes } from '../../core/users/index.ts';
import { keysIn } from '../../lib/objects.ts';
import { getKeyHashMemory } from '../../lib/secrets.ts';
import type { LogEntry } from '../../core/log/index.ts';
import { pageCacheBytes } from '../../db/sql.ts';
import type { App } from '../open-app.ts';
import type { MakePart } from './part.ts';

interface Held {
  entries?: number;
  entriesLimit?: number;
  bytes?: number;
  bytesLimit?: number | undefined;
}

export const memoryPart: MakePart = (registry, app) => {
  const gauge = (name: string, help: string) => registry.gauge(`heddle_memory_${name}`, help, ['owner']);
  const gauges = {
    entries: gauge('entries', 'What is kept in memory, by owner.'),
    entriesLimit: gauge('entries_limit', 'The most that an owner keeps.'),
    bytes: gauge('bytes', 'Bytes that an owner keeps in memory, where they are known.'),
    bytesLimit: gauge('bytes_limit', 'The most bytes that an owner keeps.'),
  } as const;
  return {
    async collect() {
      for (const [owner, held] of Object.entries(await listOwners(app)))
        for (const kind of keysIn(gauges)) {
          const value = held[kind];
          if (value !== undefined) gauges[kind].set(value, owner);
        }
    },
  };
};

async function listOwners(app: App): Promise<Record<string, Held>> {
  const { sessions, apiKeys, secrets, db } = app;
  const asHeld = ({ entries, limit }: { entries: number; limit: number }): Held => ({
    entries,
    entriesLimit: limit,
  });
  return {
    ...(await describeDirectory(app)),
    sessions: asHeld(sessions.memory),
    api_keys: asHeld(apiKeys.memory),
    key_hashes: asHeld(getKeyHashMemory(secrets)),
    events: describeEvents(app),
    database_pages: { bytesLimit: pageCacheBytes(db.read.dialect) },
  };
}

async function describeDirectory({ organizations }: App): Promise<Record<string, Held>> {
  const caches = await organizations.loaded();
  const sum = (getCount: (cache: (typeof caches)[number]) => number): number =>
    caches.reduce((total, cache) => total + getCount(cache), 0);
  return {
    people: { entries: sum(({ users }) => users.ownCount) },
    channels: { entries: sum(({ channels }) => channels.ownCount) },
    groups: { entries: sum(({ groups }) => groups.ownCount) },
    memberships: { entries: sum(({ members }) => members.getTotal()) },
    settled_topics: {
      entries: sum(({ settledTopics }) => settledTopics.memory.entries),
      entriesLimit: sum(({ settledTopics }) => settledTopics.memory.limit),
    },
    people_texts: { bytes: sum(({ users }) => getPeopleTextBytes(users.values())) },
  };
}

/** Queues refer to entries of the log: what is for many of them is in memory once. */
function describeEvents({ hub }: App): Held {
  const entries = new Set<LogEntry>();
  for (const queue of hub.all()) for (const entry of queue.pendingEntries) entries.add(entry);
  let bytes = 0;
  for (const { size } of entries) bytes += size;
  return { entries: entries.size, bytes };
}
