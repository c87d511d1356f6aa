/**
 * With synchronous standbys, PostgreSQL shows a commit before a standby has it if the wait was cancelled or its session ended. What
 * such a commit has stored may be lost with the primary, so it is acknowledged only after a later commit, which a standby
 * confirms together with all before it.
 */
import type { Db } from './db.ts';
import { isRemote } from './sql.ts';

/**
 * A transaction that writes nothing would not be waited for. A row lock is written, needs no right that the role does not have, and
 * this one conflicts with nothing but the deletion of the row. Every database has it.
 */
export const writeSomething = 'SELECT 1 FROM migration WHERE number = 1 FOR KEY SHARE';

/** Lets the commit of this transaction confirm all that it has read, also if it stores nothing else. */
export async function confirmEarlierCommits({ connection, dialect }: Db): Promise<void> {
  if (isRemote(dialect)) await connection.query(writeSomething, []);
}
