/** Modules of this folder that most messages do without: each costs milliseconds and memory to load. */
import { createRequire } from 'node:module';

const load = createRequire(import.meta.url);

/** @param path from this folder; the module is loaded by the first call of what is returned. */
export function lazy<Module>(path: string): () => Module {
  let loaded: Module | undefined;
  return () => (loaded ??= load(path) as Module);
}
