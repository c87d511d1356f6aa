/**
 * `npm run bench`: the figures that the architecture is held to, with this machine's floors beside them.
 * `-- --quick` takes seconds instead of minutes, `-- --large` adds the measurements on a million messages, `-- --web` does
 * nothing but measure the web client in a Chromium, and `-- --outage` nothing but how soon a server writes again after PostgreSQL is back.
 */
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { measureLarge } from './large.ts';
import { measureAudience, measureSends, type Effort } from './send.ts';
import { measureOwnEvents } from './own-event.ts';
import { measureStart } from './start.ts';
import { measureTopics } from './topics.ts';
import { bareHttpFloor, flushFloor } from './support/floors.ts';
import { temporaryFolder } from './support/processes.ts';
import { keep, print, type Line } from './support/report.ts';

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    large: { type: 'boolean', default: false },
    web: { type: 'boolean', default: false },
    outage: { type: 'boolean', default: false },
  },
});
const effort: Effort = values.quick
  ? { seconds: 2, warmupSeconds: 1, rounds: 1 }
  : { seconds: 10, warmupSeconds: 3, rounds: 3 };

async function floors(): Promise<Line[]> {
  const folder = temporaryFolder();
  const flush = flushFloor(folder.path);
  folder.remove();
  const http = await bareHttpFloor();
  const line = (what: string, { perSecond, p50, p99 }: typeof flush): Line => ({
    id: 'floor',
    what,
    measured: `${perSecond.toFixed(0)}/s, p50 ${p50.toFixed(2)}, p99 ${p99.toFixed(2)} ms`,
    target: '',
    isMet: null,
  });
  return [line('flush of 4 KiB appended', flush), line('bare node:http, 1 connection', http)];
}

const server = async (): Promise<Line[]> => [
  ...(await floors()),
  ...(await measureSends(effort)),
  ...(await measureAudience(effort)),
  ...(await measureTopics(effort)),
  ...(await measureOwnEvents()),
  ...(await measureStart()),
  ...(values.large ? await measureLarge(effort) : []),
];

const client = async (): Promise<Line[]> => (await import('./web.ts')).measureWeb();

const outage = async (): Promise<Line[]> => (await import('./outage.ts')).measureOutage();

const lines = await (values.web ? client() : values.outage ? outage() : server());
print(lines);
console.log(`kept in ${keep(fileURLToPath(new URL('./results', import.meta.url)), lines)}`);
process.exitCode = lines.some((line) => line.isMet === false) ? 1 : 0;
