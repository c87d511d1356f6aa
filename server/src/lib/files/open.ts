/** Opens the file storage of a server: the folder for incoming files, and the store. */
import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { Recovery } from '../storage/recovery.ts';
import { getGuard, type StorageGuard } from '../storage/guard.ts';
import type { StorageHealth } from '../storage/health.ts';
import { probeFolder } from '../storage/probe.ts';
import { DiskStore } from './disk.ts';
import { RemovalHold } from './hold.ts';
import { Incoming } from './incoming.ts';
import { S3Store, s3AccessFor } from './s3.ts';
import { S3Unfinished } from './s3-unfinished.ts';
import type { FileStore } from './store.ts';
import { Unfinished, type UnfinishedFiles } from './unfinished.ts';
import { errorCode } from '../thrown.ts';

export interface Files {
  /** Identifies the place: equal on all nodes that share the files; `local` on this machine only. */
  place: string;
  incoming: Incoming;
  unfinished: UnfinishedFiles;
  store: FileStore;
  /** Removals of files without rows. */
  removals: RemovalHold;
  close(): Promise<void>;
}

const probePauseMs = 1000;

function getPlace({ s3Bucket, s3Endpoint, s3Region, filesDir, filesShared }: Config): string {
  if (s3Bucket !== undefined) return `bucket ${s3Bucket} at ${s3Endpoint ?? s3Region}`;
  return filesShared === 'on' && filesDir !== undefined ? showPlace(markFolder(filesDir)) : 'local';
}

const markName = '.heddle-files';

/** How a node names a shared folder with this mark to the others. */
export const showPlace = (mark: string): string => `folder ${mark}`;

/** The ID of a shared folder, if a node has used it. */
export function readFolderMark(folder: string): string | undefined {
  try {
    return readFileSync(join(folder, markName), 'utf8');
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
    return undefined;
  }
}

/** An ID of the folder that is equal on all nodes that mount it, under whatever path. */
function markFolder(folder: string): string {
  const path = join(folder, markName);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  try {
    writeFileSync(path, randomBytes(8).toString('hex'), { flag: 'wx', flush: true });
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  }
  return readFileSync(path, 'utf8');
}

/** Each node has its own folder for incoming files, which it empties at start. */
const ownName = (data: string): string =>
  createHash('sha256').update(`${hostname()}\0${data}`).digest('hex').slice(0, 16);

const uploadsFolder = ({ data, filesDir }: Config): string => filesDir ?? join(data, 'uploads');
const filesFolder = (config: Config): string => join(uploadsFolder(config), 'files');

/** Only the store, for programs beside the server. */
export const openStore = (config: Config, guard?: StorageGuard): FileStore =>
  config.s3Bucket === undefined
    ? new DiskStore(filesFolder(config), guard)
    : new S3Store(config, config.s3Bucket);

/** @param health State of the folder; monitored until `close`. */
export function openFiles(config: Config, health: StorageHealth): Files {
  // In the same file system as the store, so that files can be moved, and other nodes find unfinished uploads.
  const folder = uploadsFolder(config);
  const [incoming, unfinished, files] = [
    join(folder, 'incoming', ...(config.filesShared === 'on' ? [ownName(config.data)] : [])),
    join(folder, 'unfinished'),
    filesFolder(config),
  ];
  const isLocal = config.s3Bucket === undefined;
  const probe = async (): Promise<void> => {
    for (const each of [incoming, unfinished, ...(isLocal ? [files] : [])]) await probeFolder(each);
  };
  // One file that does not fit does not degrade the folder: only a failure that the probe reproduces does.
  const guard = getGuard(health, probe);
  const recovery = new Recovery({ health, check: probe, pauseMs: probePauseMs });
  const arriving = new Incoming(incoming, guard);
  const store = openStore(config, guard);
  return {
    place: getPlace(config),
    incoming: arriving,
    // On a single machine, the local disk is faster than the bucket.
    unfinished:
      config.s3Bucket !== undefined && config.databaseUrl !== undefined
        ? new S3Unfinished(s3AccessFor(config, config.s3Bucket), store, arriving, guard)
        : new Unfinished(unfinished, guard),
    store,
    removals: new RemovalHold(),
    close: () => recovery.stop(),
  };
}
