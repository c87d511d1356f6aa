/**
 * What people do all day. B13: the requests of a production server. B14: people who act as in Mattermost's load test, where a
 * server counts as healthy below a mean of 100 ms, a 99th percentile of 2 s and an error in 4,000.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { recentWords, register } from '../support/asks.ts';
import { productionMix } from '../support/mix.ts';
import { cpuMicroseconds, longestSlice, residentMb, runBeside, untilIdle } from '../support/processes.ts';
import type { Line } from '../support/report.ts';
import { summarize } from '../support/stats.ts';
import type { Simulated, Simulation } from './simulate.ts';
import { measure, type Stage } from './stage.ts';

const clients = 32;
/** A registration in so many requests. */
const perRegistration = 333;
/** A part of what the server can do at most. */
const usualShare = 0.8;
const [usualSliceMs, longestSliceMs] = [20, 50];
/** Maintenance gives memory back by then. */
const restMs = 60_000;

export async function production(stage: Stage): Promise<Line[]> {
  const { pid } = stage.server;
  const asks = await productionMix(stage);
  await untilIdle(pid);
  const before = residentMb(pid);
  const most = await measure(stage, { asks, clients });
  const withRegistrations = Array.from(
    { length: perRegistration },
    (_, i) => asks[i % asks.length] ?? register,
  );
  const all = await measure(stage, { asks: [...withRegistrations, register], clients });
  const perSecond = Math.floor(most.perSecond * usualShare);
  const { result: paced, ms } = await longestSlice(stage.server, () =>
    measure(stage, { asks, clients, perSecond }),
  );
  await sleep(restMs);
  const after = residentMb(pid);
  const p99 = Math.max(...paced.each.map((each) => each.p99));
  return [
    {
      id: 'B13',
      what: `production mix, ${clients} clients`,
      measured: `${most.perSecond.toFixed(0)}/s, ${(most.cpu * 1000).toFixed(0)} us CPU each`,
      target: '>= 12000/s, <= 80 us',
      isMet: most.perSecond >= 12_000 && most.cpu <= 0.08,
    },
    {
      id: 'B13',
      what: `the same with a registration in ${perRegistration} requests`,
      measured: `${all.perSecond.toFixed(0)}/s, ${(all.cpu * 1000).toFixed(0)} us CPU each`,
      target: '',
      isMet: null,
    },
    {
      id: 'B13',
      what: `the mix at ${perSecond}/s, kinds of requests and event loop`,
      measured: `p99 of the slowest kind ${p99.toFixed(1)} ms, longest slice ${ms.toFixed(0)} ms of CPU`,
      target: `<= ${usualSliceMs}, <= ${longestSliceMs} ms`,
      isMet: p99 <= usualSliceMs && ms <= longestSliceMs,
    },
    {
      id: 'B13',
      what: `memory before, and ${restMs / 1000} s after`,
      measured: `${before.toFixed(0)}, ${after.toFixed(0)} MB (${(after / before).toFixed(2)})`,
      target: '<= 1.3',
      isMet: after / before <= 1.3,
    },
  ];
}

export async function simulation(stage: Stage): Promise<Line[]> {
  const { server, people, effort } = stage;
  const [word = 'the'] = await recentWords(stage);
  const times = {
    arrivalSeconds: people.length / 250,
    warmupSeconds: 10,
    seconds: Math.max(20, effort.seconds),
  };
  const asked: Simulation = { port: server.port, people, word, ...times };
  const all = times.arrivalSeconds + times.warmupSeconds + times.seconds;
  const before = cpuMicroseconds(server.pid);
  const simulated = await runBeside<Simulated>(new URL('./simulate.ts', import.meta.url), asked);
  const cores = (cpuMicroseconds(server.pid) - before) / 1e6 / all;
  const { perSecond, p50, p99 } = summarize(simulated.times, times.seconds);
  const mean = simulated.times.reduce((sum, ms) => sum + ms, 0) / simulated.times.length;
  const received = simulated.received / times.seconds;
  if (simulated.errors > 0) throw new Error(`${simulated.errors} errors: ${simulated.firstError ?? ''}`);
  return [
    {
      id: 'B14',
      what: `${people.length} people of Mattermost's load test, each with a poll that waits`,
      measured:
        `${perSecond.toFixed(0)} requests/s, mean ${mean.toFixed(1)}, p50 ${p50.toFixed(1)}, p99 ${p99.toFixed(0)} ms; ` +
        `${received.toFixed(0)} messages/s received; ${(cores * 100).toFixed(0)} % of a core`,
      target: 'mean < 100 ms, p99 < 2 s',
      isMet: mean < 100 && p99 < 2000,
    },
  ];
}
