/** B15 and B16: start-up time, and memory of an idle server. */
import { setTimeout as sleep } from 'node:timers/promises';
import { seed } from './seed.ts';
import { residentMb, startServer, temporaryFolder } from './support/processes.ts';
import type { Line } from './support/report.ts';
import { median } from './support/stats.ts';

const starts = 7;
const settleMs = 3000;

export async function measureStart(): Promise<Line[]> {
  const folder = temporaryFolder();
  try {
    await seed(folder.path, [10]);
    return await startLines(folder.path, 'empty organization', { ms: 500, mb: 110 });
  } finally {
    folder.remove();
  }
}

export async function startLines(
  dataDir: string,
  what: string,
  target: { ms: number; mb: number },
): Promise<Line[]> {
  const ready: number[] = [];
  const afterKill: number[] = [];
  const resident: number[] = [];
  for (let round = 0; round < starts; round++) {
    const server = await startServer(dataDir);
    ready.push(server.readyAfter);
    await sleep(round === 0 ? settleMs : 100);
    if (round === 0) resident.push(residentMb(server.pid));
    await server.stop('SIGKILL');
    const again = await startServer(dataDir);
    afterKill.push(again.readyAfter);
    await again.stop();
  }
  const [ms, killedMs, mb] = [median(ready), median(afterKill), median(resident)];
  return [
    {
      id: 'B15',
      what: `start to first 200, ${what}`,
      measured: `${ms.toFixed(0)} ms; after kill -9 ${killedMs.toFixed(0)} ms`,
      target: `<= ${target.ms} ms`,
      isMet: ms <= target.ms && killedMs <= 1000,
    },
    {
      id: 'B16',
      what: `idle resident memory, ${what}`,
      measured: `${mb.toFixed(0)} MB`,
      target: `<= ${target.mb} MB`,
      isMet: mb <= target.mb,
    },
  ];
}
