/** What components get from `useClient()`, and actions as their first argument. */
import type { History } from '../store/history/history.ts';
import type { Live } from '../store/live.ts';
import type { Outbox } from '../store/writing/outbox.ts';
import type { Api } from './api.ts';
import type { OfflineCache } from './offline-cache.ts';
import type { Sync } from './sync.ts';

export type Client = {
  api: Api;
  live: Live;
  history: History;
  outbox: Outbox;
  sync: Sync;
  /** The storage on this device for the next visit, if it may be used. */
  offlineCache: OfflineCache | undefined;
};
