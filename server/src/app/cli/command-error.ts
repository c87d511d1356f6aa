/** Errors that are printed as one sentence without a stack trace. */
import { CommandError } from '../../lib/command-error.ts';
import { StartRefused } from '../../lib/start-refused.ts';
import { ApiError } from '../../lib/errors.ts';
import { StoreDownError } from '../../lib/files/store.ts';
import { errorCode, errorMessage, wrappedError } from '../../lib/thrown.ts';

const byName = new Set(['ArchiveError', 'ConfigError', 'OlderArchive', 'SecretsError']);

const ofSystem: Readonly<Record<string, (error: NodeJS.ErrnoException) => string>> = {
  EADDRINUSE: () =>
    'The port is already in use. Choose another one with --port, or stop the program that uses it.',
  EACCES: ({ path, message }) => (path === undefined ? message : `Permission denied: ${path}.`),
  EADDRNOTAVAIL: () => 'The address given with --host does not belong to this machine.',
  ENOTFOUND: () => 'The host name given with --host or in --database-url cannot be resolved.',
  ECONNREFUSED: () => 'Connection refused by the database at --database-url.',
};

/** Wrong name or password, unknown database, no connection, a right that is missing: for the operator to fix. */
const refusedByPostgres = /^(?:(?:28|3D|08)\w{3}|42501)$/;

/** The driver's error has no code. */
const withoutTls = 'The server does not support SSL connections';

/** The message for the operator; `undefined` for a defect, which is printed with its stack trace. */
export function shownToUsers(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error instanceof CommandError || error instanceof StartRefused || error instanceof ApiError)
    return error.message;
  if (byName.has(error.name)) return error.message;
  if (error instanceof StoreDownError)
    return `The object store is not available: ${errorMessage(wrappedError(error))}. See heddle doctor.`;
  if (error.message === withoutTls)
    return 'The PostgreSQL server does not support TLS. Set ssl = on in postgresql.conf, or remove sslmode from --database-url.';
  const code = errorCode(error);
  if (code === undefined) return undefined;
  return refusedByPostgres.test(code) ? `PostgreSQL error: ${error.message}.` : ofSystem[code]?.(error);
}
