/** The long form of the test of failing nodes: `npm run soak -- --nodes 3 --rounds 50`, with HAProxy in front. */
import { spawn, type ChildProcess } from 'node:child_process';
import { parseArgs } from 'node:util';
import { isIn, keysIn } from '../../server/src/lib/objects.ts';
import { programIn } from '../support/process/bundle.ts';
import { TcpProxy } from '../support/faults/tcp-proxy.ts';
import { freePort } from '../support/services/free-port.ts';
import { startPostgres } from '../support/services/postgres.ts';
import { startHaproxy, startNginx } from './proxies.ts';
import { type NodeFault, nodeFaults, type Service } from './node-faults.ts';
import { nodeRounds } from './nodes.ts';

const { values } = parseArgs({
  options: {
    nodes: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '20' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    /** Seconds for which a node is frozen. */
    frozen: { type: 'string', default: '60' },
    /** haproxy, or nginx, which learns of a stopping node only when that refuses a connection. */
    front: { type: 'string', default: 'haproxy' },
    /** A checkout of an earlier version: all nodes run it at first, and the first fault is their upgrade. */
    from: { type: 'string' },
    /** What fails, in turn. */
    faults: { type: 'string', default: Object.keys(nodeFaults).join(',') },
  },
});
const [nodes, rounds, seed] = [toNumber('nodes'), toNumber('rounds'), toNumber('seed')];
const faults = values.faults.split(',').map((name): NodeFault => {
  const known = keysIn(nodeFaults);
  if (!isIn(known, name)) throw new Error(`No such fault: ${name}. There are ${known.join(', ')}.`);
  return name;
});

if (values.from !== undefined) faults.unshift('restart');
const earlier = values.from === undefined ? undefined : await programIn(values.from);

const isNginx = values.front === 'nginx';

function toNumber(option: 'nodes' | 'rounds' | 'seed' | 'frozen'): number {
  const value = Number(values[option]);
  if (!Number.isInteger(value) || value < 1) throw new Error(`--${option} is a whole number from 1.`);
  return value;
}

/** A NATS server that can be killed; it is lost for good with `stop`. */
async function startNatsServer(): Promise<Service & { url: string; stop(): void }> {
  const port = await freePort();
  let child: ChildProcess | undefined;
  const start = () => {
    child = spawn('nats-server', ['-a', '127.0.0.1', '-p', String(port)], { stdio: 'ignore' });
    return Promise.resolve();
  };
  await start();
  return {
    url: `nats://127.0.0.1:${port}`,
    start,
    halt: () => Promise.resolve(void child?.kill('SIGKILL')),
    stop: () => void child?.kill('SIGKILL'),
  };
}

/** A way to the database that can be cut and slowed. */
async function openDatabaseProxy(databaseUrl: string): Promise<{ proxy: TcpProxy; url: string }> {
  const url = new URL(databaseUrl);
  const proxy = new TcpProxy(await freePort(), { host: url.hostname, port: Number(url.port) });
  await proxy.open();
  url.port = String(proxy.port);
  return { proxy, url: url.href };
}

console.log(`${rounds} rounds of ${faults.join(', ')} with ${nodes} nodes and seed ${seed}`);
const postgres = await startPostgres({ isDurable: true });
const nats = faults.includes('nats') ? await startNatsServer() : undefined;
const { url: databaseUrl } = postgres;
const databaseProxies = [];
for (let i = 0; i < nodes; i++) databaseProxies.push(await openDatabaseProxy(databaseUrl));
try {
  const report = await nodeRounds({
    databaseUrl,
    nodes,
    rounds,
    seed,
    faults,
    databaseProxies,
    frozenMs: toNumber('frozen') * 1000,
    args: ['--drain-seconds', isNginx ? '0' : '3', ...(nats ? ['--nats', nats.url] : [])],
    services: { database: postgres, ...(nats && { nats }) },
    balance: isNginx ? startNginx : startHaproxy,
    ...(earlier && { earlier }),
  });
  console.log(report);
} finally {
  nats?.stop();
  for (const { proxy } of databaseProxies) await proxy.close();
  await postgres.stop();
}
