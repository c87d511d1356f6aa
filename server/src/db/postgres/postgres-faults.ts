/** Maps errors of PostgreSQL, and of the connection to it, to faults of the storage. */
import { StorageFault, type FaultKind } from '../../lib/storage/faults.ts';
import { errorCode } from '../../lib/thrown.ts';

const byNetwork: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/** By SQLSTATE, the longest beginning first. */
const byState: readonly (readonly [string, FaultKind])[] = [
  ['53100', 'disk_full'],
  ['53', 'busy'],
  // The server has ended the session, since a transaction waited for this process for too long.
  ['25P03', 'unreachable'],
  ['40P01', 'busy'],
  ['25006', 'read_only'],
  ['55P03', 'busy'],
  ['57014', 'busy'],
  ['57P0', 'unreachable'],
  ['58', 'io_error'],
  ['XX001', 'damaged'],
  ['XX002', 'damaged'],
  ['08', 'unreachable'],
];
const readOnly = '25006';

/** The driver's own errors about a connection that has ended have no code. */
const lostText =
  /connection terminated|connection error|timeout expired|timeout exceeded|read timeout|client was closed/i;

/** Nothing came back, by the driver's own clock. */
export const isSilence = (error: unknown): boolean =>
  error instanceof Error && /read timeout/i.test(error.message);

/** No session begins: the password, the rules or the database have changed since the server started, or there are too many. */
export const isRefusal = (error: unknown): boolean =>
  /^(?:28...|3D...|53300|55000)$/.test(errorCode(error) ?? '');

/** PostgreSQL has ended this session, which says nothing of a new one: an administrator did, or another session crashed. */
export const isEndOfSession = (error: unknown): boolean => /^57P0[12]$/.test(errorCode(error) ?? '');

/**
 * A warning that the wait for a synchronous standby was cancelled: the commit is stored, but possibly nowhere else. The text depends
 * on the language of the server.
 */
export const isUnconfirmed = ({
  code,
  routine,
}: {
  code?: string | undefined;
  routine?: string | undefined;
}): boolean => code === '01000' && routine === 'SyncRepWaitForLSN';

/** @param mayWrite On a connection that only reads, a refused write is a defect of ours and says nothing of the database. */
export function postgresFault(error: unknown, { mayWrite }: { mayWrite: boolean }): StorageFault | undefined {
  if (error instanceof StorageFault) return error;
  if (!(error instanceof Error)) return undefined;
  const kind = getKind(error, mayWrite);
  return kind && new StorageFault(kind, error);
}

function getKind(error: Error, mayWrite: boolean): FaultKind | undefined {
  const code = errorCode(error);
  // An error for each address that a name has: one of them is enough to know.
  if (error instanceof AggregateError && error.errors[0] instanceof Error)
    return getKind(error.errors[0], mayWrite);
  if (code === undefined) return lostText.test(error.message) ? 'unreachable' : undefined;
  if (byNetwork.has(code)) return 'unreachable';
  if (code === readOnly && !mayWrite) return undefined;
  return byState.find(([beginning]) => code.startsWith(beginning))?.[1];
}
