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
import { measureStart } from './start.ts';
import { measureTopics } from './topics.ts';
import { bareHttpFloor, flushFloor } from './support/floors.ts';
import { temporaryFolder, startServer } from './support/processes.ts';
import { keep, print, type Line } from './support/report.ts';
import { readOptions } from '../tools/options.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { seed } from './seed.ts';
import { Asker } from './support/asker.ts';
import { median } from './support/stats.ts';

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

// Whether a sender gets the response before the event of the message in its own long poll.

const sends = 200;
const warmup = 50;
const targetMs = 0.5;
/** After this long a poll is assumed to be held. */
const settleMs = 4;

async function measureOwnEvents(): Promise<Line[]> {
  const folder = temporaryFolder();
  try {
    const { authorization } = await seed(folder.path, [10]);
    const server = await startServer(folder.path);
    const [sender, reader] = [new Asker(server.port, authorization), new Asker(server.port, authorization)];
    const lags = await getLags(sender, reader);
    for (const asker of [sender, reader]) asker.close();
    await server.stop();
    return [getLine(lags.slice(warmup))];
  } finally {
    folder.remove();
  }
}

/** Milliseconds from the response to each send until its event; below zero when the event came first. */
async function getLags(sender: Asker, reader: Asker): Promise<number[]> {
  const types = { event_types: JSON.stringify(['message']) };
  const registered = await sender.ask<{ queue_id: string; last_event_id: number }>(
    'POST',
    '/register',
    types,
  );
  const { queue_id } = registered.reply;
  let last = registered.reply.last_event_id;
  const lags: number[] = [];
  while (lags.length < warmup + sends) {
    const held = reader.ask<{ events: { id: number; message: { id: number } }[] }>('GET', '/events', {
      queue_id,
      last_event_id: String(last),
    });
    await sleep(settleMs);
    const message = { type: 'channel', to: 'size-10', topic: 'loom', content: `Number ${lags.length}` };
    const sent = await sender.ask<{ id: number }>('POST', '/messages', message);
    const received = await held;
    const event = received.reply.events.at(-1);
    if (event?.message.id !== sent.reply.id) throw new Error('The event is of another message.');
    last = event.id;
    lags.push(received.at - sent.at);
  }
  return lags;
}

function getLine(lags: readonly number[]): Line {
  const early = lags.filter((lag) => lag <= 0).length;
  const middle = median(lags);
  return {
    id: 'order',
    what: "a send's response, then its event on the sender's own queue",
    measured: `${early} of ${lags.length} events before the response; p50 ${middle.toFixed(2)} ms after it`,
    target: `0 early, p50 <= ${targetMs} ms`,
    isMet: early === 0 && middle <= targetMs,
  };
}
