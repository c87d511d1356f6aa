/** The topic list of a channel with 100,000 topics: the cost of the first request and of later ones. */
import { Agent, request } from 'node:http';
import type { Tx } from '../server/src/core/log/tx.ts';
import { seed, write } from './seed.ts';
import type { Effort } from './send.ts';
import { cpuMicroseconds, startServer, temporaryFolder } from './support/processes.ts';
import type { Line } from './support/report.ts';
import { summarize } from './support/stats.ts';

const count = 100_000;
const rowsAtOnce = 5000;

export async function measureTopics({ seconds }: Pick<Effort, 'seconds'>): Promise<Line[]> {
  const folder = temporaryFolder();
  try {
    const { authorization, orgId } = await seed(folder.path, [10]);
    const channelId = await addTopics(folder.path, orgId);
    const server = await startServer(folder.path);
    const asker = new Asker(server.port, authorization);
    await asker.ask('GET', '/users/me');
    const list = () => asker.ask('GET', `/users/me/${channelId}/topics`);
    const first = await list();
    const idle = await repeat(server.pid, seconds, list);
    const busy = await repeat(server.pid, seconds, async (round) => {
      const topic = encodeURIComponent(getName((round * 7919) % count));
      await asker.ask('POST', `/messages?type=channel&to=${channelId}&topic=${topic}&content=hello`);
      return list();
    });
    asker.close();
    await server.stop();
    return [lineFor('asked again', first, idle), lineFor('a message before each', first, busy)];
  } finally {
    folder.remove();
  }
}

const getName = (number: number): string => `Thread ${number} of the "loom" and what became of it`;

/** Returns the channel that they are in. */
async function addTopics(dataDir: string, orgId: number): Promise<number> {
  let channelId = 0;
  await write(dataDir, orgId, async (tx) => {
    channelId = tx.cache.channels.find('name', 'size-10')?.id ?? 0;
    await insertTopics(tx, channelId, count);
  });
  return channelId;
}

export async function insertTopics(tx: Tx, channelId: number, topics: number): Promise<void> {
  for (let from = 0; from < topics; from += rowsAtOnce) {
    const rows = Array.from({ length: Math.min(rowsAtOnce, topics - from) }, (_, i) => ({
      channel_id: channelId,
      topic_key: getName(from + i).toLowerCase(),
      name: getName(from + i),
      last_message_id: 0,
    }));
    await tx.q.insertInto('topic').values(rows).execute();
  }
}

interface Round {
  /** Milliseconds of each response. */
  times: number[];
  /** Milliseconds of the server's CPU for each. */
  cpu: number;
}

async function repeat(pid: number, seconds: number, ask: (round: number) => Promise<number>): Promise<Round> {
  const times: number[] = [];
  const before = cpuMicroseconds(pid);
  const until = performance.now() + seconds * 1000;
  while (performance.now() < until) times.push(await ask(times.length));
  return { times, cpu: (cpuMicroseconds(pid) - before) / 1000 / times.length };
}

function lineFor(what: string, first: number, { times, cpu }: Round): Line {
  const { p50, p99 } = summarize(times, 1);
  return {
    id: 'topics',
    what: `${count} topics of a channel, ${what}`,
    measured: `p50 ${p50.toFixed(1)}, p99 ${p99.toFixed(1)} ms, ${cpu.toFixed(1)} ms CPU each; the first time ${first.toFixed(0)} ms`,
    target: 'p50 <= 20 ms',
    isMet: p50 <= 20,
  };
}

/** One connection, one request after the other. */
class Asker {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  readonly #port: number;
  readonly #authorization: string;

  constructor(port: number, authorization: string) {
    this.#port = port;
    this.#authorization = authorization;
  }

  /** Milliseconds from the question to the response's last byte. */
  ask(method: string, path: string): Promise<number> {
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    const start = performance.now();
    const headers = { authorization: `Basic ${this.#authorization}` };
    const options = { agent: this.#agent, port: this.#port, host: '127.0.0.1', method, headers };
    request({ ...options, path: `/api/v1${path}` }, (response) => {
      response.resume();
      response.once('error', reject);
      response.once('end', () =>
        response.statusCode === 200
          ? resolve(performance.now() - start)
          : reject(new Error(`${method} ${path} returned ${response.statusCode}.`)),
      );
    })
      .once('error', reject)
      .end();
    return promise;
  }

  close(): void {
    this.#agent.destroy();
  }
}
