/** What can be wrong with the places that data is kept in, and how a request that met it is refused. */
import { ApiError } from '../errors.ts';

/**
 * `busy` passes without anything being wrong; the others are a state (`health.ts`). `damaged` does not end by itself.
 */
export type FaultKind = 'unreachable' | 'disk_full' | 'read_only' | 'io_error' | 'damaged' | 'taken' | 'busy';

interface Meaning {
  /** For the person whose request was refused. */
  message: string;
  /** For the operator, in the log. */
  remedy: string;
  retryAfterSeconds: number;
}

const meanings: Readonly<Record<FaultKind, Meaning>> = {
  unreachable: {
    message: 'The server cannot reach its database right now. Try again in a moment.',
    remedy: 'Check that PostgreSQL runs and accepts connections; the server reconnects automatically.',
    retryAfterSeconds: 2,
  },
  disk_full: {
    message: "The server's disk is full, so nothing can be saved right now.",
    remedy: 'Free some disk space; the server recovers automatically.',
    retryAfterSeconds: 10,
  },
  read_only: {
    message: "The server's storage is read-only, so nothing can be saved right now.",
    remedy: 'Make the storage writable for the server again; it recovers automatically.',
    retryAfterSeconds: 10,
  },
  io_error: {
    message: "The server's storage reports errors, so nothing can be saved until it has been checked.",
    remedy: 'Check the disk and the system log; the server recovers once its data has been checked.',
    retryAfterSeconds: 10,
  },
  damaged: {
    message:
      "The server's database is damaged. Nothing can be saved until an administrator has restored a backup.",
    remedy: 'Stop the server, run heddle doctor, restore the database from a backup, and start again.',
    retryAfterSeconds: 300,
  },
  taken: {
    message: 'Another server has taken over the database, so nothing can be saved here.',
    remedy: 'Stop one of the two servers; only one may use a database.',
    retryAfterSeconds: 10,
  },
  busy: {
    message: 'The database is busy. Try again in a moment.',
    remedy: 'Another program keeps the database locked.',
    retryAfterSeconds: 1,
  },
};

/** Refuses a request with 503, a reason and the time after which to try again. */
export class StorageFault extends ApiError {
  override readonly name = 'StorageFault';
  readonly kind: FaultKind;

  constructor(kind: FaultKind, cause?: unknown) {
    const { message, retryAfterSeconds } = meanings[kind];
    super('SERVER_NOT_READY', message, { reason: kind, 'retry-after': retryAfterSeconds });
    this.kind = kind;
    this.cause = cause;
  }

  get remedy(): string {
    return meanings[this.kind].remedy;
  }
}

const byErrno: Readonly<Record<string, FaultKind>> = {
  ENOSPC: 'disk_full',
  EDQUOT: 'disk_full',
  EFBIG: 'disk_full',
  EROFS: 'read_only',
  EACCES: 'read_only',
  EPERM: 'read_only',
  EIO: 'io_error',
  ENOTDIR: 'io_error',
  ESTALE: 'io_error',
  ENODEV: 'io_error',
  ENXIO: 'io_error',
  EMFILE: 'busy',
  ENFILE: 'busy',
};

/** The fault behind an error of the file system; `undefined` for every other error. */
export function fileFault(error: unknown): StorageFault | undefined {
  const { code, syscall } = (error ?? {}) as NodeJS.ErrnoException;
  const kind = syscall === undefined ? undefined : byErrno[code ?? ''];
  return kind && new StorageFault(kind, error);
}
