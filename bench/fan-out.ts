/**
 * What an event costs a node, and what each queue that it goes to adds: sends on PostgreSQL with no queue, and with as many as a
 * person may have. Beside them, a response to a poll, and the bytes that a message takes in the database.
 */
import pg from 'pg';
import { startPostgres } from '../tests/support/services/postgres.ts';
import { Client } from '../tests/support/client.ts';
import { seed, type Seeded } from './seed.ts';
import { type Effort, sendTo } from './send.ts';
import type { Ask } from './support/load.ts';
import { cpuMicroseconds, generate, startServer, temporaryFolder, type Server } from './support/processes.ts';
import type { Line } from './support/report.ts';

const queues = 90;
const clients = 32;
const line = (what: string, measured: string): Line => ({
  id: 'cost',
  what,
  measured,
  target: '',
  isMet: null,
});

export async function measureFanOut(effort: Effort): Promise<Line[]> {
  const folder = temporaryFolder();
  const postgres = await startPostgres({ isDurable: true });
  const size = new pg.Client({ connectionString: postgres.url });
  try {
    await size.connect();
    const seeded = await seed(folder.path, [10], postgres.url);
    const server = await startServer(folder.path, ['--database-url', postgres.url]);
    try {
      const before = await measureDatabase(size);
      const alone = await cost(server, seeded, sendTo('size-10'), effort);
      const bytes = ((await measureDatabase(size)) - before) / alone.requests;
      const ids = await register(server, seeded);
      const poll: Ask = {
        method: 'GET',
        path: `/events?queue_id=${ids[0] ?? ''}&last_event_id=-1&dont_block=true`,
      };
      const polls = await cost(server, seeded, poll, effort);
      const delivered = await cost(server, seeded, sendTo('size-10'), effort);
      return [
        line('CPU of a node for a send to a channel, without queues', `${alone.cpu.toFixed(0)} us`),
        line(
          'CPU of a node for each queue that an event is put into',
          `${((delivered.cpu - alone.cpu) / queues).toFixed(1)} us`,
        ),
        line('CPU of a node for the response to a poll', `${polls.cpu.toFixed(0)} us`),
        line('bytes in PostgreSQL for a message, with its event and indexes', `${bytes.toFixed(0)} bytes`),
      ];
    } finally {
      await server.stop();
    }
  } finally {
    await size.end();
    await postgres.stop();
    folder.remove();
  }
}

async function measureDatabase(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ bytes: string }>(
    'SELECT pg_database_size(current_database()) AS bytes',
  );
  return Number(rows[0]?.bytes);
}

async function register({ port }: Server, { authorization }: Seeded): Promise<string[]> {
  const [email = '', apiKey = ''] = Buffer.from(authorization, 'base64').toString().split(':');
  const client = new Client(`http://127.0.0.1:${port}`, { email, apiKey });
  const ids: string[] = [];
  for (let i = 0; i < queues; i++) {
    const { json } = await client.post('/register', { event_types: ['message'], fetch_event_types: [] });
    ids.push(String(json.queue_id));
  }
  return ids;
}

/** The first seconds, in which code is compiled, do not count. */
async function cost({ port, pid }: Server, { authorization, host }: Seeded, ask: Ask, { seconds }: Effort) {
  const job = { port, authorization, host, asks: [ask], clients };
  await generate({ ...job, seconds: 2, warmupSeconds: 1 });
  const before = cpuMicroseconds(pid);
  const { times } = await generate({ ...job, seconds, warmupSeconds: 0 });
  const requests = times.flat().length;
  return { requests, cpu: (cpuMicroseconds(pid) - before) / requests };
}
