/** A server with a large organization, and how requests to it are measured. */
import type { Effort } from '../send.ts';
import type { Job } from '../support/load.ts';
import { cpuMicroseconds, generate, type Server } from '../support/processes.ts';
import type { Line } from '../support/report.ts';
import { summarize, type Summary } from '../support/stats.ts';
import type { SimulatedPerson } from './people.ts';

export interface Size {
  what: string;
  people: number;
  channels: number;
  messages: number;
  start: { ms: number; mb: number };
  search: { id: string; p50: number; p99: number; worst: number };
}

export interface Stage {
  size: Size;
  server: Server;
  effort: Effort;
  /** Base64 of `email:key`. */
  owner: string;
  /** The same of a person to whom a message in a thousand came. */
  newcomer: string;
  people: readonly SimulatedPerson[];
}

export interface Measured {
  /** By index of what was asked. */
  each: Summary[];
  perSecond: number;
  /** Milliseconds of the server's CPU for each response. */
  cpu: number;
}

type RequestOptions = Pick<Job, 'asks'> & Partial<Pick<Job, 'clients' | 'authorization' | 'perSecond'>>;

export async function measure({ server, effort, owner }: Stage, asking: RequestOptions): Promise<Measured> {
  const before = cpuMicroseconds(server.pid);
  const job = { port: server.port, authorization: owner, clients: 1, ...asking };
  const { times, seconds } = await generate({ ...job, ...effort });
  const share = effort.seconds / (effort.seconds + effort.warmupSeconds);
  const count = times.flat().length;
  return {
    each: times.map((some) => summarize(some, seconds)),
    perSecond: count / seconds,
    cpu: ((cpuMicroseconds(server.pid) - before) * share) / 1000 / count,
  };
}

interface Limits {
  p50: number;
  p99?: number;
}

/** @param index Of which of the things asked; the CPU time is reported when there was only one. */
export function lineFor(
  id: string,
  text: string,
  { each, cpu }: Measured,
  { p50, p99 }: Limits,
  index = 0,
): Line {
  const found = each[index] ?? { p50: NaN, p99: NaN };
  const cost = each.length === 1 ? `, ${cpu.toFixed(2)} ms CPU each` : '';
  return {
    id,
    what: text,
    measured: `p50 ${found.p50.toFixed(2)}, p99 ${found.p99.toFixed(2)} ms${cost}`,
    target: p99 === undefined ? `p50 <= ${p50} ms` : `p50 <= ${p50}, p99 <= ${p99} ms`,
    isMet: found.p50 <= p50 && (p99 === undefined || found.p99 <= p99),
  };
}

export const rateLine = (id: string, text: string, { perSecond, cpu }: Measured, least: number): Line => ({
  id,
  what: text,
  measured: `${perSecond.toFixed(0)}/s, ${cpu.toFixed(2)} ms CPU each`,
  target: `>= ${least}/s`,
  isMet: perSecond >= least,
});
