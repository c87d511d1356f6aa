/**
 * Commits whose outcome this process did not learn: found in the log, and made known as if they had just been made.
 * Until then memory and queues lack them.
 */
import type { Db } from '../../db/db.ts';
import { type LogEntry, readEntries } from '../log/index.ts';
import type { OrganizationCache } from '../organization/index.ts';
import type { Organizations } from './organizations.ts';
import type { Hub } from './hub.ts';

const entriesAtOnce = 500;

export interface CatchUpParts {
  reader: Db;
  hub: Hub;
  organizations: Organizations;
  committed: (cache: OrganizationCache, entries: LogEntry[]) => void;
}

/** Runs while nothing is written. */
export async function catchUpWithLog({ reader, hub, organizations, committed }: CatchUpParts): Promise<void> {
  await organizations.refresh();
  for (const cache of await organizations.loaded()) {
    if (cache.orgId === 0) continue;
    for (;;) {
      const entries = await readEntries(reader, cache.orgId, hub.position(cache.orgId), entriesAtOnce);
      if (entries.length === 0) break;
      for (const { touched } of entries) if (touched) await cache.refresh(reader, touched);
      committed(cache, entries);
    }
  }
}
