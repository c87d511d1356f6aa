/** The files of a server: where they arrive, and where they stay. */
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { DiskStore } from './disk.ts';
import { Incoming } from './incoming.ts';
import { S3Store } from './s3.ts';
import type { FileStore } from './store.ts';
import { Unfinished } from './unfinished.ts';

export interface Files {
  incoming: Incoming;
  unfinished: Unfinished;
  store: FileStore;
}

export function openFiles(config: Config): Files {
  const folder = join(config.data, 'uploads');
  return {
    incoming: new Incoming(join(folder, 'incoming')),
    unfinished: new Unfinished(join(folder, 'unfinished')),
    store:
      config.s3Bucket === undefined
        ? new DiskStore(join(folder, 'files'))
        : new S3Store(config, config.s3Bucket),
  };
}
