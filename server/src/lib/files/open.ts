/** The files of a server: where they arrive, and where they stay. */
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { Recovery } from '../storage/recovery.ts';
import { getGuard } from '../storage/guard.ts';
import type { StorageHealth } from '../storage/health.ts';
import { probeFolder } from '../storage/probe.ts';
import { DiskStore } from './disk.ts';
import { Incoming } from './incoming.ts';
import { S3Store } from './s3.ts';
import type { FileStore } from './store.ts';
import { Unfinished } from './unfinished.ts';

export interface Files {
  incoming: Incoming;
  unfinished: Unfinished;
  store: FileStore;
  close(): Promise<void>;
}

const probePauseMs = 1000;

/** @param health What is known of the folder; watched over until `close`. */
export function openFiles(config: Config, health: StorageHealth): Files {
  const folder = join(config.data, 'uploads');
  const [incoming, unfinished, files] = [
    join(folder, 'incoming'),
    join(folder, 'unfinished'),
    join(folder, 'files'),
  ];
  const isLocal = config.s3Bucket === undefined;
  const probe = async (): Promise<void> => {
    for (const each of [incoming, unfinished, ...(isLocal ? [files] : [])]) await probeFolder(each);
  };
  // One file that does not fit is no state of the folder: only what fails again without it is.
  const guard = getGuard(health, probe);
  const recovery = new Recovery({ health, check: probe, pauseMs: probePauseMs });
  return {
    incoming: new Incoming(incoming, guard),
    unfinished: new Unfinished(unfinished, guard),
    store: config.s3Bucket === undefined ? new DiskStore(files, guard) : new S3Store(config, config.s3Bucket),
    close: () => recovery.stop(),
  };
}
