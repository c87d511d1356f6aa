/** The long form of the test of failing nodes: `npm run soak -- --nodes 3 --rounds 50`, with HAProxy in front. */
import { parseArgs } from 'node:util';
import { startPostgres } from '../support/services/postgres.ts';
import { startHaproxy } from './haproxy.ts';
import { nodeRounds } from './nodes.ts';

const { values } = parseArgs({
  options: {
    nodes: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '20' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    /** Seconds for which a node is frozen. */
    frozen: { type: 'string', default: '60' },
    /** The URL of a NATS server through which the nodes wake each other. */
    nats: { type: 'string' },
  },
});
const [nodes, rounds, seed] = [values.nodes, values.rounds, values.seed].map(Number) as [
  number,
  number,
  number,
];
console.log(`${rounds} rounds with ${nodes} nodes and seed ${seed}`);
const postgres = await startPostgres({ isDurable: true });
try {
  const args = values.nats === undefined ? [] : ['--nats', values.nats];
  const { url: databaseUrl } = postgres;
  const frozenMs = Number(values.frozen) * 1000;
  console.log(await nodeRounds({ databaseUrl, nodes, rounds, seed, frozenMs, args, balance: startHaproxy }));
} finally {
  await postgres.stop();
}
