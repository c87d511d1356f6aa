/** Keeps the memory of a long run small: blocks outside of V8's heap do not make it collect soon enough. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const bytesBetween = 8 * 1024 ** 2;
const roundsBetweenMajor = 4;

/** @returns what to call after each block. */
export function collector(): (bytes: number) => void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (options: object) => void;
  setFlagsFromString('--no-expose-gc');
  let [waiting, rounds] = [0, 0];
  return (bytes) => {
    waiting += bytes;
    if (waiting < bytesBetween) return;
    waiting = 0;
    // The last resort also shrinks the space of new objects, which otherwise keeps its largest size.
    collect({
      type: ++rounds % roundsBetweenMajor === 0 ? 'major' : 'minor',
      execution: 'sync',
      flavor: 'last-resort',
    });
  };
}

/** Has V8 collect before the heap has grown by two thirds, instead of several times over: for a run that keeps little and leaves much behind. */
export function growSlowly(): void {
  setFlagsFromString('--heap-growing-percent=60');
}
