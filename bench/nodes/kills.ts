/** From the kill of a node until the client of a poll held there has a response of another. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from '../../tests/support/client.ts';
import type { Line } from '../support/report.ts';
import { median } from '../support/stats.ts';
import { type Stage, stopAll } from './stage.ts';

const kills = 7;

export async function measureKills(stage: Stage): Promise<Line> {
  const nodes = await stage.startNodes(2);
  const took: number[] = [];
  try {
    for (let round = 0; round < kills; round++) {
      const [first, second] = nodes;
      if (!first || !second) throw new Error('There are two nodes.');
      const [here, there] = [clientAt(first.port, stage), clientAt(second.port, stage)];
      const { json } = await here.post('/register', { event_types: ['message'], fetch_event_types: [] });
      const query = { queue_id: json.queue_id as string, last_event_id: json.last_event_id as number };
      const lost = here.get('/events', query).catch(() => null);
      await sleep(50);
      const killed = performance.now();
      const ended = first.stop('SIGKILL');
      await lost;
      const { status } = await there.get('/events', { ...query, dont_block: true });
      if (status !== 200) throw new Error('The queue was lost.');
      took.push(performance.now() - killed);
      await ended;
      nodes[0] = await stage.startNode(0);
    }
  } finally {
    await stopAll(nodes);
  }
  return {
    id: 'killed',
    what: 'from the kill of a node until another serves a poll that it held, for a client that asks again at once',
    measured: `median ${median(took).toFixed(0)} ms, longest ${Math.max(...took).toFixed(0)} ms of ${took.length}`,
    target: '',
    isMet: null,
  };
}

function clientAt(port: number, { seeded }: Stage): Client {
  const [email = '', apiKey = ''] = Buffer.from(seeded[0]?.authorization ?? '', 'base64')
    .toString()
    .split(':');
  return new Client(`http://127.0.0.1:${port}`, { email, apiKey });
}
