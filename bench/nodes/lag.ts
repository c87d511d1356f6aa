/**
 * From the moment of sending at one node until the event has arrived in a poll that is held at another. Beside it the same at
 * one node, which is what a way between nodes is added to, and of a server that does nothing else.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createServer, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../tests/support/services/free-port.ts';
import { sendTo } from '../send.ts';
import { Asker } from '../support/asker.ts';
import { generateAll } from '../support/processes.ts';
import type { Line } from '../support/report.ts';
import { summarize } from '../support/stats.ts';
import { type Stage, stopAll } from './stage.ts';

const events = 200;
/** Before them: what responds to polls is to be compiled, too. */
const eventsBefore = 100;
const target = { p50: 3, p99: 15 };
/** Each node is slow while V8 compiles, which is soon over. */
const compilingSeconds = 2;
/** After this long a poll is assumed to be held. */
const settleMs = 5;

export async function measureLags(stage: Stage): Promise<Line[]> {
  return [
    await measureFloor(),
    await measureLag(stage, 'LISTEN/NOTIFY', []),
    ...(await measureLagWithNats(stage)),
  ];
}

async function measureLagWithNats(stage: Stage): Promise<Line[]> {
  if (spawnSync('nats-server', ['--version']).status !== 0) return [];
  const port = await freePort();
  const nats = spawn('nats-server', ['-a', '127.0.0.1', '-p', String(port)], { stdio: 'ignore' });
  try {
    return [await measureLag(stage, 'NATS', ['--nats', `nats://127.0.0.1:${port}`])];
  } finally {
    nats.kill();
  }
}

async function measureLag(stage: Stage, bus: string, args: string[]): Promise<Line> {
  const nodes = await stage.startNodes(2, args);
  const authorization = stage.seeded[0]?.authorization ?? '';
  try {
    const compiling = { asks: [sendTo('size-10')], seconds: compilingSeconds, warmupSeconds: 0 };
    for (const { port } of nodes) await generateAll([{ port, authorization, clients: 16, ...compiling }]);
    const [here = 0, there = 0] = nodes.map(({ port }) => port);
    const own = summarize(await lagsBetween(here, here, authorization), 1);
    const { p50, p99 } = summarize(await lagsBetween(here, there, authorization), 1);
    return {
      id: 'lag',
      what: `send at one node until its event arrives at another, ${bus}`,
      measured: `p50 ${p50.toFixed(2)}, p99 ${p99.toFixed(2)} ms; at one node p50 ${own.p50.toFixed(2)}, p99 ${own.p99.toFixed(2)} ms`,
      target: `p50 <= ${target.p50}, p99 <= ${target.p99} ms`,
      isMet: p50 <= target.p50 && p99 <= target.p99,
    };
  } finally {
    await stopAll(nodes);
  }
}

/** @returns milliseconds of each event */
async function lagsBetween(here: number, there: number, authorization: string): Promise<number[]> {
  const [sender, reader] = [new Asker(here, authorization), new Asker(there, authorization)];
  const types = { event_types: '["message"]', fetch_event_types: '[]' };
  const { reply } = await reader.ask<{ queue_id: string; last_event_id: number }>('POST', '/register', types);
  let last = reply.last_event_id;
  const lags: number[] = [];
  while (lags.length < eventsBefore + events) {
    const held = reader.ask<{ events: { id: number }[] }>('GET', '/events', {
      queue_id: reply.queue_id,
      last_event_id: String(last),
    });
    await sleep(settleMs);
    const sentAt = performance.now();
    const content = `Number ${lags.length}`;
    await sender.ask('POST', '/messages', { type: 'channel', to: 'size-10', topic: 'loom', content });
    const received = await held;
    lags.push(received.at - sentAt);
    last = received.reply.events.at(-1)?.id ?? last;
  }
  for (const asker of [sender, reader]) asker.close();
  return lags.slice(eventsBefore);
}

/** A send only ends the poll that is held, in this same process: both sides share a core. */
async function measureFloor(): Promise<Line> {
  let held: ServerResponse | undefined;
  let last = 0;
  const server = createServer((request, response) => {
    if (request.method === 'GET') return (held = response);
    request.resume().on('end', () => {
      response.end('{"result":"success","queue_id":"1","last_event_id":0}');
      setImmediate(() => held?.end(`{"result":"success","events":[{"id":${++last}}]}`));
    });
    return response;
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const { p50, p99 } = summarize(await lagsBetween(port, port, ''), 1);
  server.closeAllConnections();
  server.close();
  return {
    id: 'floor',
    what: 'the same with node:http in place of nodes, which stores nothing',
    measured: `p50 ${p50.toFixed(2)}, p99 ${p99.toFixed(2)} ms`,
    target: '',
    isMet: null,
  };
}
