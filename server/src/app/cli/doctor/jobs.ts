/** Reports jobs that were given up: nothing else says that an email was never sent. */
import type { Config } from '../../../lib/config/config.ts';
import { inspectJobs } from '../../../db/inspect-jobs.ts';
import type { Finding } from './checks.ts';

const name = 'jobs';
const remedy = 'See: heddle jobs list --dead. Then heddle jobs retry, or heddle jobs drop.';

export async function checkJobs({
  data,
  databaseUrl,
}: Pick<Config, 'data' | 'databaseUrl'>): Promise<Finding> {
  let found;
  try {
    found = await inspectJobs(data, databaseUrl);
  } catch {
    // The check of the database says why.
    return { name, state: 'ok', text: 'Not tested: the database cannot be read, or has an older schema' };
  }
  const { dead, crashed } = found;
  if (crashed > 0)
    return { name, state: 'problem', text: `${crashed} set aside because they ended the server. ${remedy}` };
  if (dead > 0) return { name, state: 'warning', text: `${dead} given up. ${remedy}` };
  return { name, state: 'ok', text: 'None was given up' };
}
