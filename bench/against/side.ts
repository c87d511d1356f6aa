/** One of two servers that are compared, with the same data as the other. */
import { preciseCpuMicroseconds, type startGenerator, type Server } from '../support/processes.ts';
import type { Ask } from '../support/load.ts';

export type Generator = ReturnType<typeof startGenerator>;

export interface Side {
  server: Server;
  /** Base64 of `email:key`. */
  owner: string;
  generator: Generator;
  inspectorPort: number;
}

/** Makes so many requests. @returns microseconds of the server's CPU for each */
export type Batch = (count: number) => Promise<number>;

/** A kind of request that is compared. */
export interface Case {
  what: string;
  /** Requests of a batch; what is left out is chosen so that a batch takes long enough to be measured. */
  count?: number;
  prepare(side: Side): Promise<Batch>;
}

export async function measureCpu({ server }: Side, work: () => Promise<unknown>): Promise<number> {
  const before = preciseCpuMicroseconds(server.pid);
  await work();
  return preciseCpuMicroseconds(server.pid) - before;
}

/** Each request by itself, one after the other on each of some connections. */
export const requests = (
  what: string,
  chooseAsks: (side: Side) => Promise<Ask[]> | Ask[],
  clients = 1,
): Case => ({
  what,
  async prepare(side) {
    const asks = await chooseAsks(side);
    const { server, owner, generator } = side;
    return async (count) => {
      const job = { port: server.port, authorization: owner, clients, asks, count };
      const run = () => generator.generate([{ ...job, seconds: 0, warmupSeconds: 0 }]);
      return (await measureCpu(side, run)) / count;
    };
  },
});
