/** Checks whether the nodes that run serve the host names of these settings. */
import type { Config } from '../../../lib/config/config.ts';
import { listHosts } from '../../../lib/config/hosts.ts';
import { allowsSeveralNodes } from '../../start/open.ts';
import { listNodes } from '../nodes.ts';
import type { Finding } from './checks.ts';
import { runSystemProgram } from '../../../lib/children/children.ts';
import { inspectTimes, type DatabaseTimes } from '../../../db/inspect-times.ts';

/** @returns nothing where there are no other nodes. Nodes that cannot be listed are reported by the check of the database. */
export async function checkNodeHosts(config: Config): Promise<Finding[]> {
  if (!allowsSeveralNodes(config)) return [];
  const { nodes } = await listNodes(config).catch(() => ({ nodes: [] }));
  if (nodes.length === 0) return [];
  const name = 'node hosts';
  const own = listHosts(config);
  // An older version does not say what it serves.
  const other = nodes.find(({ hosts }) => typeof hosts === 'string' && hosts !== own);
  if (typeof other?.hosts !== 'string')
    return [{ name, state: 'ok', text: 'The nodes that run serve the same host names' }];
  const text =
    `The node ${String(other.address)} serves ${other.hosts || 'no public URL'}, these settings say ${own || 'none'}: ` +
    'each responds with 404 to names that only the other has. Give every node the same base_url and additional_hosts.';
  return [{ name, state: 'warning', text }];
}

// Checks the clock, which sign-ins, retention and the order of messages depend on.

const name = 'clock';
/** No machine that runs this program has an earlier date. */
const earliest = Date.UTC(2026, 0, 1);
const mostSkewMs = 5000;
const mostAheadMs = 60_000;
const remedy = 'Synchronize it with NTP (systemd-timesyncd or chrony).';

type Ask = () => Promise<boolean | undefined>;

/** @param isSynchronized According to the system, where known. */
export async function checkClock(
  config: Pick<Config, 'data' | 'databaseUrl'>,
  now = Date.now(),
  isSynchronized: Ask = askSystem,
): Promise<Finding> {
  const shown = new Date(now).toISOString();
  if (now < earliest)
    return { name, state: 'problem', text: `The clock shows ${shown}, which is wrong. ${remedy}` };
  const fault = judge(await getTimes(config), now);
  if (fault !== undefined) return { name, state: 'problem', text: `${fault} ${remedy}` };
  if ((await isSynchronized()) === false)
    return { name, state: 'warning', text: `The clock is not synchronized. ${remedy}` };
  return { name, state: 'ok', text: shown };
}

/** A database that cannot be read is reported by its own check. */
async function getTimes({ data, databaseUrl }: Pick<Config, 'data' | 'databaseUrl'>): Promise<DatabaseTimes> {
  try {
    return await inspectTimes(data, databaseUrl);
  } catch {
    return {};
  }
}

function judge({ newestMessage, database, askedAt = 0 }: DatabaseTimes, now: number): string | undefined {
  if (newestMessage !== undefined && newestMessage > now + mostAheadMs)
    return `The clock is behind: the newest message is from ${new Date(newestMessage).toISOString()}, unless it was ahead then.`;
  const skew = database === undefined ? 0 : askedAt - database;
  if (Math.abs(skew) <= mostSkewMs) return undefined;
  const [seconds, which] = [Math.round(Math.abs(skew) / 1000), skew > 0 ? 'ahead of' : 'behind'];
  return `The clock is ${String(seconds)} s ${which} that of the PostgreSQL server.`;
}

const timeoutMs = 2000;

/** Unknown without systemd, for example in a container. */
async function askSystem(): Promise<boolean | undefined> {
  try {
    const args = ['show', '--property=NTPSynchronized', '--value'];
    const stdout = await runSystemProgram('timedatectl', args, timeoutMs);
    return { yes: true, no: false }[stdout.trim()];
  } catch {
    return undefined;
  }
}
