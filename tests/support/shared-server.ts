/** One server for each engine, which all tests of a process use that need none of their own. */
import { atEnd, isEndKnown, type Engine } from './engines.ts';
import { TestServer } from './server.ts';

const shared = new Map<Engine, Promise<TestServer>>();

/** @returns undefined where nothing says when the tests of this process end. */
export function sharedServer(engine: Engine): Promise<TestServer> | undefined {
  if (!isEndKnown()) return undefined;
  const known = shared.get(engine);
  if (known) return known;
  if (shared.size === 0) atEnd(endSharedServers);
  const starting = TestServer.start(engine);
  shared.set(engine, starting);
  return starting;
}

async function endSharedServers(): Promise<void> {
  const ending = [...shared.values()];
  shared.clear();
  for (const server of ending) await (await server).remove();
}
