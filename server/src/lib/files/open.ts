/** The files of a server: where they arrive, and where they stay. */
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { Recovery } from '../storage/recovery.ts';
import { getGuard, type StorageGuard } from '../storage/guard.ts';
import type { StorageHealth } from '../storage/health.ts';
import { probeFolder } from '../storage/probe.ts';
import { DiskStore } from './disk.ts';
import { RemovalHold } from './hold.ts';
import { Incoming } from './incoming.ts';
import { S3Store } from './s3.ts';
import type { FileStore } from './store.ts';
import { Unfinished } from './unfinished.ts';

export interface Files {
  /** The same of all nodes that keep the same files; `local` where they are on this machine. */
  place: string;
  incoming: Incoming;
  unfinished: Unfinished;
  store: FileStore;
  /** Of files whose rows are gone. */
  removals: RemovalHold;
  close(): Promise<void>;
}

const probePauseMs = 1000;

const getPlace = ({ s3Bucket, s3Endpoint, s3Region }: Config): string =>
  s3Bucket === undefined ? 'local' : `bucket ${s3Bucket} at ${s3Endpoint ?? s3Region}`;

const filesFolder = (data: string): string => join(data, 'uploads', 'files');

/** The store alone, for programs beside the server. */
export const openStore = (config: Config, guard?: StorageGuard): FileStore =>
  config.s3Bucket === undefined
    ? new DiskStore(filesFolder(config.data), guard)
    : new S3Store(config, config.s3Bucket);

/** @param health What is known of the folder; watched over until `close`. */
export function openFiles(config: Config, health: StorageHealth): Files {
  const folder = join(config.data, 'uploads');
  const [incoming, unfinished, files] = [
    join(folder, 'incoming'),
    join(folder, 'unfinished'),
    filesFolder(config.data),
  ];
  const isLocal = config.s3Bucket === undefined;
  const probe = async (): Promise<void> => {
    for (const each of [incoming, unfinished, ...(isLocal ? [files] : [])]) await probeFolder(each);
  };
  // One file that does not fit is no state of the folder: only what fails again without it is.
  const guard = getGuard(health, probe);
  const recovery = new Recovery({ health, check: probe, pauseMs: probePauseMs });
  return {
    place: getPlace(config),
    incoming: new Incoming(incoming, guard),
    unfinished: new Unfinished(unfinished, guard),
    store: openStore(config, guard),
    removals: new RemovalHold(),
    close: () => recovery.stop(),
  };
}
