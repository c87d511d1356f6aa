/** One server for each engine, which all tests of a process use that need none of their own. */
import { atEnd, isEndKnown, type Engine } from './engines.ts';
import { TestServer } from './server.ts';

const shared = new Map<Engine, Promise<TestServer>>();

/** @returns undefined where nothing says when the tests of this process end. */
export function sharedServer(engine: Engine): Promise<TestServer> | undefined {
  if (!isEndKnown()) return undefined;
  const known = shared.get(engine);
  if (known) return known;
  const starting = TestServer.start(engine);
  shared.set(engine, starting);
  atEnd(async () => {
    shared.delete(engine);
    await (await starting).remove();
  });
  return starting;
}
