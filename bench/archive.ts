/** A1 to A3: backup and restore of a million messages with their memory, and sends beside a running backup. */
import { join } from 'node:path';
import type { Effort } from './send.ts';
import {
  app,
  appMeasured,
  generate,
  startServer,
  temporaryFolder,
  type Server,
} from './support/processes.ts';
import type { Ask } from './support/load.ts';
import type { Line } from './support/report.ts';
import { summarize, type Summary } from './support/stats.ts';

const messages = 1_000_000;
const mostMb = 200;

interface Owner {
  email: string;
  api_key: string;
}

export async function measureArchive(effort: Effort): Promise<Line[]> {
  const folder = temporaryFolder();
  const [source, target, file] = ['source', 'target', 'all.heddle'].map((name) => join(folder.path, name));
  try {
    const size = ['--people', '10000', '--channels', '1000', '--messages', String(messages), '--seed', '7'];
    const { owner } = app<{ owner: Owner }>('demo', ...size, '--data', String(source));
    const backup = ['backup', String(file), '--data', String(source)];
    const lines = [
      await rate('A1', 'backup', backup, 50_000),
      await rate('A2', 'restore', ['restore', String(file), '--data', String(target)], 25_000),
    ];
    const server = await startServer(String(source));
    try {
      lines.push(await sendsBeside(server, owner, effort, () => appMeasured(...backup)));
    } finally {
      await server.stop();
    }
    return lines;
  } finally {
    folder.remove();
  }
}

async function rate(id: string, what: string, args: string[], perSecond: number): Promise<Line> {
  const { seconds, cpuSeconds, peakMb } = await appMeasured(...args);
  const reached = messages / seconds;
  return {
    id,
    what: `${what}, 1M messages, 10k people`,
    measured: `${reached.toFixed(0)} messages/s, ${cpuSeconds.toFixed(1)} s CPU, ${peakMb.toFixed(0)} MB`,
    target: `>= ${perSecond}/s, <= ${mostMb} MB`,
    isMet: reached >= perSecond && peakMb <= mostMb,
  };
}

/** Backups follow each other for as long as is measured. */
async function sendsBeside(
  server: Server,
  owner: Owner,
  effort: Effort,
  backUp: () => Promise<unknown>,
): Promise<Line> {
  const usual = await sends(server, owner, effort);
  const measured = new AbortController();
  const backups = (async () => {
    while (!measured.signal.aborted) await backUp();
  })();
  const beside = await sends(server, owner, effort);
  measured.abort();
  await backups;
  return {
    id: 'A3',
    what: 'send beside a backup, 16 clients',
    measured: `p99 ${beside.p99.toFixed(2)} ms, usually ${usual.p99.toFixed(2)} ms; ${beside.perSecond.toFixed(0)}/s, usually ${usual.perSecond.toFixed(0)}/s`,
    target: 'p99 <= twice the usual',
    isMet: beside.p99 <= 2 * usual.p99,
  };
}

async function sends(server: Server, { email, api_key }: Owner, effort: Effort): Promise<Summary> {
  const ask: Ask = {
    method: 'POST',
    path: '/messages',
    body: new URLSearchParams({ type: 'direct', to: JSON.stringify([email]), content: 'Note #' }).toString(),
  };
  const authorization = Buffer.from(`${email}:${api_key}`).toString('base64');
  const { times, seconds } = await generate({
    port: server.port,
    authorization,
    clients: 16,
    asks: [ask],
    ...effort,
  });
  return summarize(times.flat(), seconds);
}
