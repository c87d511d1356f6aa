/** Keeps the memory of a long run small: blocks outside of V8's heap do not make it collect soon enough. */
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
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

/** From here it may double once or twice before that is noticed. */
const newSpaceBytes = 4 * 1024 ** 2;
const newSpaceCheckMs = 20;

/**
 * For a run that keeps little and leaves much behind: has V8 collect before the heap has grown by two fifths, instead of several times over,
 * and keeps the space of new objects at a fraction of its default, which costs no time that could be measured.
 */
export function growSlowly(): void {
  setFlagsFromString('--heap-growing-percent=40');
  // The largest size of that space is fixed when the process starts, but not by what factor it grows.
  const timer = setInterval(() => {
    const size =
      getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')?.space_size ?? 0;
    if (size < newSpaceBytes) return;
    setFlagsFromString('--semi-space-growth-factor=1');
    clearInterval(timer);
  }, newSpaceCheckMs).unref();
}
