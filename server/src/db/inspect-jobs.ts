/** Counts the jobs that were given up, without opening the database for writing. */
import { readFromDatabase } from './inspect-times.ts';

export interface GivenUpJobs {
  dead: number;
  /** Those of them that ended the server. */
  crashed: number;
}

const counts = `SELECT count(*) AS dead, sum(CASE WHEN crashes > 0 THEN 1 ELSE 0 END) AS crashed FROM job WHERE is_dead = 1`;

/** @throws for a schema without these columns */
export async function inspectJobs(dataDir: string, databaseUrl: string | undefined): Promise<GivenUpJobs> {
  const [row] = await readFromDatabase(dataDir, databaseUrl, { table: 'job', sql: counts });
  return { dead: Number(row?.dead ?? 0), crashed: Number(row?.crashed ?? 0) };
}
