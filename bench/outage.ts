/** The time until the first successful write after PostgreSQL was killed and restarted. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from '../tests/support/client.ts';
import { startPostgres } from '../tests/support/services/postgres.ts';
import { createOrganization } from '../tests/support/process/process.ts';
import { startServer, temporaryFolder } from './support/processes.ts';
import type { Line } from './support/report.ts';
import { median } from './support/stats.ts';

const rounds = 7;
const awayMs = 3000;
const targetMs = 2000;

export async function measureOutage(): Promise<Line[]> {
  const folder = temporaryFolder();
  const postgres = await startPostgres();
  try {
    const where = { dataDir: folder.path, databaseUrl: postgres.url };
    const { user_id: id, email, api_key: apiKey } = createOrganization(where);
    const server = await startServer(folder.path, ['--database-url', postgres.url]);
    const client = new Client(`http://127.0.0.1:${server.port}`, { email, apiKey });
    const writes = async () => {
      const { status } = await client.post('/messages', { type: 'direct', to: [id], content: 'Still here?' });
      return status === 200;
    };
    const took: number[] = [];
    for (let round = 0; round < rounds; round++) {
      await postgres.halt();
      while (await writes());
      await sleep(awayMs);
      await postgres.start();
      const back = performance.now();
      while (!(await writes())) await sleep(10);
      took.push(performance.now() - back);
    }
    await server.stop();
    return [getLine(took)];
  } finally {
    await postgres.stop();
    folder.remove();
  }
}

const getLine = (took: readonly number[]): Line => ({
  id: 'outage',
  what: 'first write after PostgreSQL takes connections again',
  measured: `median ${median([...took]).toFixed(0)} ms, longest ${Math.max(...took).toFixed(0)} ms of ${took.length}`,
  target: `<= ${targetMs} ms`,
  isMet: Math.max(...took) <= targetMs,
});
