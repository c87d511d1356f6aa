/**
 * `npm run bench`: the performance targets, with the limits of this machine beside them.
 * `-- --quick` takes seconds instead of minutes, `-- --large` adds an organization of a million messages (`--part simulation` a
 * part of it), `-- --huge` only measures one of ten million, which is made in half an hour and kept, `-- --web` only
 * measures the web client in Chromium (`--part keys` one part of it), `-- --postgres` sends on PostgreSQL, `-- --nodes` several nodes on one PostgreSQL, `-- --outage` only the recovery after an outage of PostgreSQL,
 * `-- --archive` only backup and restore of a million messages, `-- --public` only the pages of web-public channels,
 * `-- --import` only an import of a million messages from Slack (`--messages 3000000`: of another number),
 * `-- --import-formats` the memory of imports from all other products at two sizes (`--part zulip` of one), and `-- --hostile` how long
 * hostile inputs hold the server (`--part mail` those of a kind). `-- --growth` measures how costs grow (`--part people`: with one thing of which there is
 * more), and draws it. `-- --against <revision> [request …]` compares the CPU of
 * requests, or of those that are named, with another revision.
 */
import { fileURLToPath } from 'node:url';
import { isIn, keysIn } from '../server/src/lib/objects.ts';
import { hostileParts } from './hostile/parts.ts';
import { largeParts, measureHuge, measureLarge } from './large.ts';
import { measureAudience, measurePostgresSends, measureSends, type Effort } from './send.ts';
import { measureOwnEvents } from './own-events.ts';
import { measureStart } from './start.ts';
import { measureTopics } from './topics.ts';
import { bareHttpFloor, flushFloor } from './support/floors.ts';
import { temporaryFolder } from './support/processes.ts';
import { keep, print, type Line } from './support/report.ts';
import { readOptions } from '../tools/options.ts';

const { values, positionals } = readOptions(import.meta.filename, {
  allowPositionals: true,
  options: {
    against: { type: 'string' },
    growth: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    large: { type: 'boolean', default: false },
    huge: { type: 'boolean', default: false },
    web: { type: 'boolean', default: false },
    part: { type: 'string', multiple: true },
    postgres: { type: 'boolean', default: false },
    nodes: { type: 'boolean', default: false },
    outage: { type: 'boolean', default: false },
    archive: { type: 'boolean', default: false },
    public: { type: 'boolean', default: false },
    import: { type: 'boolean', default: false },
    'import-formats': { type: 'boolean', default: false },
    hostile: { type: 'boolean', default: false },
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
  ...(values.large ? await measureLarge({ effort, wanted: chooseParts(largeParts) }) : []),
];

async function client(): Promise<Line[]> {
  const { measureWeb, webParts } = await import('./web.ts');
  return measureWeb(chooseParts(webParts));
}

const outage = async (): Promise<Line[]> => (await import('./outage.ts')).measureOutage();

const archive = async (): Promise<Line[]> => (await import('./archive.ts')).measureArchive(effort);

function readMessages(otherwise: number): number {
  const messages = Number(values.messages ?? otherwise);
  if (!Number.isInteger(messages) || messages < 1) throw new Error('--messages is a whole number from 1.');
  return messages;
}

async function imported(): Promise<Line[]> {
  return (await import('./import.ts')).measureImport(readMessages(values.quick ? 100_000 : 1_000_000));
}

async function importedFormats(): Promise<Line[]> {
  const { importFormats, measureFormats } = await import('./import-formats.ts');
  const products = chooseParts(importFormats);
  return measureFormats(products, values.quick ? [20_000, 40_000] : [100_000, 300_000]);
}

/** @returns those named by `--part`, or all. @throws Error for a name that is none of them */
function chooseParts<Part extends string>(
  parts: readonly Part[],
  wanted: readonly string[] = values.part ?? parts,
): Part[] {
  const unknown = wanted.find((part) => !isIn(parts, part));
  if (unknown !== undefined) throw new Error(`No part is called ${unknown}: ${parts.join(', ')}`);
  return parts.filter((part) => wanted.includes(part));
}

async function hostile(): Promise<Line[]> {
  const { measureHostile } = await import('./hostile.ts');
  return measureHostile(chooseParts(hostileParts));
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

const hugeOrganization = async (): Promise<Line[]> => [
  ...(await floors()),
  ...(await measureHuge({ effort, wanted: chooseParts(largeParts) })),
];

const onPostgres = async (): Promise<Line[]> => [
  ...(await floors()),
  ...(await measurePostgresSends(effort)),
];

async function against(): Promise<Line[]> {
  const { caseNames, compareRevisions } = await import('./against.ts');
  return compareRevisions({
    revision: values.against ?? 'HEAD',
    names: chooseParts(caseNames, positionals.length > 0 ? positionals : caseNames),
    messages: readMessages(values.quick ? 100_000 : 1_000_000),
    rounds: values.quick ? 3 : 6,
  });
}

async function growth(): Promise<Line[]> {
  const { measureGrowth } = await import('./growth.ts');
  const { dimensionNames } = await import('./growth/sizes.ts');
  return measureGrowth(chooseParts(dimensionNames));
}

/** What is measured instead of the server with SQLite. */
const instead = {
  against,
  growth,
  web: client,
  outage,
  archive,
  import: imported,
  'import-formats': importedFormats,
  public: publicPages,
  huge: hugeOrganization,
  hostile,
  postgres: onPostgres,
  nodes,
};
if (positionals.length > 0 && values.against === undefined)
  throw new Error('Only --against takes names of requests.');
const [chosen, other] = keysIn(instead).filter(
  (name) => values[name] !== undefined && values[name] !== false,
);
if (other !== undefined) throw new Error(`--${String(chosen)} and --${other} exclude each other.`);

const lines = await (chosen === undefined ? server : instead[chosen])();
if (lines.length === 0) throw new Error('Nothing was measured.');
print(lines);
console.log(`saved to ${keep(fileURLToPath(new URL('./results', import.meta.url)), lines)}`);
process.exitCode = lines.some((line) => line.isMet === false) ? 1 : 0;
