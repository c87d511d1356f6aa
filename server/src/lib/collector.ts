/** Garbage collections on demand. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

interface Collection {
  type: 'major' | 'minor';
}

/** A last-resort collection also shrinks the young generation and returns pooled pages, both of which V8 otherwise keeps at their largest size. */
export function exposeCollector(): (collection: Collection) => void {
  setFlagsFromString('--expose-gc');
  // The function of V8 that the flag makes a global one of new contexts.
  const collect = runInNewContext('gc') as (options: object) => void;
  setFlagsFromString('--no-expose-gc');
  return ({ type }) => collect({ type, execution: 'sync', flavor: 'last-resort' });
}
