/** Storage faults, and how requests that encounter them are refused. */
import { ApiError } from '../errors.ts';
import { errorCode } from '../thrown.ts';

/**
 * `busy` is transient; the others are a state (`health.ts`). `damaged` does not end by itself.
 */
export type FaultKind =
  | 'unreachable'
  | 'disk_full'
  | 'read_only'
  | 'io_error'
  | 'damaged'
  | 'replaced'
  | 'taken'
  | 'busy';

interface FaultAdvice {
  /** What the operator can do, as the log says it. */
  remedy: string;
  retryAfterSeconds: number;
}

const meanings: Readonly<Record<FaultKind, FaultAdvice>> = {
  unreachable: {
    remedy: 'Check that PostgreSQL runs and accepts connections; the server reconnects automatically.',
    retryAfterSeconds: 2,
  },
  disk_full: {
    remedy: 'Free some disk space; the server recovers automatically.',
    retryAfterSeconds: 10,
  },
  read_only: {
    remedy: 'Make the storage writable for the server again; it recovers automatically.',
    retryAfterSeconds: 10,
  },
  io_error: {
    remedy: 'Check the disk and the system log; the server recovers once its data has been checked.',
    retryAfterSeconds: 10,
  },
  damaged: {
    remedy: 'Stop the server, run heddle doctor, restore the database from a backup, and start again.',
    retryAfterSeconds: 300,
  },
  replaced: {
    remedy:
      'Stop the server. The newest heddle.db.rescued has all that was stored until then: to keep that, move it to heddle.db and delete ' +
      'heddle.db-wal and heddle.db-shm; otherwise leave the file that is there now. Then start again.',
    retryAfterSeconds: 300,
  },
  taken: {
    remedy: 'Stop one of the two servers; only one may use a database.',
    retryAfterSeconds: 10,
  },
  busy: {
    remedy: 'Another program keeps the database locked.',
    retryAfterSeconds: 1,
  },
};

export const faultKinds = Object.keys(meanings) as readonly FaultKind[];

/** Remedies for errors for which the remedy of their kind would mislead. */
const remedyByErrno: Readonly<Record<string, string>> = {
  EMFILE: 'Raise the limit of open files of the server (LimitNOFILE in systemd, or ulimit -n).',
  ENFILE: 'Raise the limit of open files of the system (fs.file-max), or stop what keeps them open.',
};

/** Refuses a request with 503, a reason and Retry-After. */
export class StorageFault extends ApiError {
  override readonly name = 'StorageFault';
  readonly kind: FaultKind;

  constructor(kind: FaultKind, cause?: unknown) {
    super(`storage.${kind}`, {}, { reason: kind, 'retry-after': meanings[kind].retryAfterSeconds });
    this.kind = kind;
    this.cause = cause;
  }

  get remedy(): string {
    return remedyByErrno[errorCode(this.cause) ?? ''] ?? meanings[this.kind].remedy;
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

/** The fault for an error of the file system; `undefined` for any other error. */
export function fileFault(error: unknown): StorageFault | undefined {
  const isOfSystem = error instanceof Error && 'syscall' in error;
  const kind = isOfSystem ? byErrno[errorCode(error) ?? ''] : undefined;
  return kind && new StorageFault(kind, error);
}
