/** Checks scheduled backups: whether archives can be written to their destination, and how old the newest one is. */
import type { Config } from '../../../lib/config/config.ts';
import { newest } from '../../../transfer/scheduled-backup/archive-place.ts';
import { openPlace } from '../../../transfer/scheduled-backup/open-place.ts';
import { listNodes } from '../nodes.ts';
import type { Finding } from './checks.ts';
import { errorMessage } from '../../../lib/thrown.ts';

const name = 'backups';
const hourMs = 3600_000;

export async function checkBackups(config: Config, now = Date.now()): Promise<Finding> {
  const { backupTo: to, backupEvery } = config;
  if (to === undefined)
    return {
      name,
      state: 'warning',
      text: 'There are no scheduled backups. Set backup_to, or run heddle backup from a timer of your own.',
    };
  try {
    const place = await openPlace(config, to);
    const last = await newest(place);
    await place.probe();
    if (!to.startsWith('s3://') && (await countNodes(config)) > 1)
      return { name, state: 'warning', text: ofNodes(to) };
    if (!last) return { name, state: 'ok', text: `${to} can be written; there is no scheduled backup yet` };
    const made = new Date(last.begunAt).toISOString();
    return now > last.begunAt + 2 * backupEvery * hourMs
      ? {
          name,
          state: 'problem',
          text: `The newest scheduled backup in ${to} is of ${made}. Start the server, and search its log for "a scheduled backup failed".`,
        }
      : { name, state: 'ok', text: `${to} can be written; the newest scheduled backup is of ${made}` };
  } catch (error) {
    return { name, state: 'problem', text: `${to} cannot be used for backups: ${errorMessage(error)}` };
  }
}

/** 1 if unknown: the database check reports the reason. */
async function countNodes(config: Config): Promise<number> {
  const { nodes } = await listNodes(config).catch(() => ({ nodes: [] }));
  return nodes.length;
}

const ofNodes = (to: string): string =>
  `Several nodes serve the database, and any of them may make the next backup in its own folder ${to}. ` +
  'Mount the same folder on all of them, or set backup_to to a bucket (s3://…). If it is mounted already, this is no problem.';
