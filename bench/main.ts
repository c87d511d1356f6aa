/**
 * `npm run bench`: the performance targets, with the limits of this machine beside them.
 * `-- --quick` takes seconds instead of minutes, `-- --large` adds an organization of a million messages, `-- --web` only
 * measures the web client in Chromium (`--part keys` one part of it), `-- --postgres` sends on PostgreSQL, `-- --nodes` several nodes on one PostgreSQL, `-- --outage` only the recovery after an outage of PostgreSQL,
 * `-- --archive` only backup and restore of a million messages, `-- --public` only the pages of web-public channels,
 * `-- --import` only an import of a million messages from Slack (`--messages 3000000`: of another number), and
 * `-- --import-formats` the memory of imports from all other products at two sizes (`--part zulip` of one).
 */
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { measureLarge } from './large.ts';
import { measureAudience, measurePostgresSends, measureSends, type Effort } from './send.ts';
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
    part: { type: 'string', multiple: true },
    postgres: { type: 'boolean', default: false },
    nodes: { type: 'boolean', default: false },
    outage: { type: 'boolean', default: false },
    archive: { type: 'boolean', default: false },
    public: { type: 'boolean', default: false },
    import: { type: 'boolean', default: false },
    'import-formats': { type: 'boolean', default: false },
    messages: { type: 'string' },
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
  return [
    line('appending and flushing 4 KiB', flush),
    line('node:http without a handler, 1 connection', http),
  ];
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

async function client(): Promise<Line[]> {
  const { measureWeb, webParts } = await import('./web.ts');
  const wanted = values.part ?? webParts;
  const unknown = wanted.find((part) => !webParts.some((each) => each === part));
  if (unknown !== undefined) throw new Error(`No part is called ${unknown}: ${webParts.join(', ')}`);
  return measureWeb(webParts.filter((part) => wanted.includes(part)));
}

const outage = async (): Promise<Line[]> => (await import('./outage.ts')).measureOutage();

const archive = async (): Promise<Line[]> => (await import('./archive.ts')).measureArchive(effort);

const imported = async (): Promise<Line[]> =>
  (await import('./import.ts')).measureImport(
    Number(values.messages ?? (values.quick ? 100_000 : 1_000_000)),
  );

async function importedFormats(): Promise<Line[]> {
  const { importFormats, measureFormats } = await import('./import-formats.ts');
  const wanted = values.part ?? importFormats;
  const products = importFormats.filter((product) => wanted.includes(product));
  return measureFormats(products, values.quick ? [20_000, 40_000] : [100_000, 300_000]);
}

const publicPages = async (): Promise<Line[]> => [
  ...(await floors()),
  ...(await (await import('./public.ts')).measurePublicPages(effort)),
];

const nodes = async (): Promise<Line[]> => [
  ...(await floors()),
  ...(await (await import('./nodes.ts')).measureNodes(effort)),
  ...(await (await import('./fan-out.ts')).measureFanOut(effort)),
];

const onPostgres = async (): Promise<Line[]> => [
  ...(await floors()),
  ...(await measurePostgresSends(effort)),
];

const lines = await (values.web
  ? client()
  : values.outage
    ? outage()
    : values.archive
      ? archive()
      : values.import
        ? imported()
        : values['import-formats']
          ? importedFormats()
          : values.public
            ? publicPages()
            : values.postgres
              ? onPostgres()
              : values.nodes
                ? nodes()
                : server());
print(lines);
console.log(`saved to ${keep(fileURLToPath(new URL('./results', import.meta.url)), lines)}`);
process.exitCode = lines.some((line) => line.isMet === false) ? 1 : 0;
