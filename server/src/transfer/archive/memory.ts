/** Limits the memory of a long run: V8 does not collect early enough when most of the memory is outside its heap. */
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { exposeCollector } from '../../lib/collector.ts';

const bytesBetween = 8 * 1024 ** 2;
const roundsBetweenMajor = 4;

/** @returns a function to call after each block. */
export function collector(): (bytes: number) => void {
  const collect = exposeCollector();
  let [waiting, rounds] = [0, 0];
  return (bytes) => {
    waiting += bytes;
    if (waiting < bytesBetween) return;
    waiting = 0;
    collect({ type: ++rounds % roundsBetweenMajor === 0 ? 'major' : 'minor' });
  };
}

/** The young generation may double once or twice before that is noticed. */
const newSpaceBytes = 4 * 1024 ** 2;
const newSpaceCheckMs = 20;
const collectEveryMs = 500;

/**
 * Suits a run that retains little and allocates much: makes V8 collect before the heap has grown by two fifths, instead of several times over,
 * keeps the young generation at a fraction of its default size, and returns free pages twice a second. None of it has a measurable cost.
 */
export function growSlowly(): void {
  setFlagsFromString('--heap-growing-percent=40');
  const collect = exposeCollector();
  setInterval(() => collect({ type: 'minor' }), collectEveryMs).unref();
  limitYoungGeneration();
}

const growth = { none: '--semi-space-growth-factor=1', usual: '--semi-space-growth-factor=2' };
let limits = 0;

/** Its maximum size is fixed when the process starts, but its growth factor is not. @returns a function that lets it grow again. */
export function limitYoungGeneration(): () => void {
  limits++;
  const timer = setInterval(() => {
    const size =
      getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')?.space_size ?? 0;
    if (size < newSpaceBytes) return;
    setFlagsFromString(growth.none);
    clearInterval(timer);
  }, newSpaceCheckMs).unref();
  return () => {
    clearInterval(timer);
    if (--limits === 0) setFlagsFromString(growth.usual);
  };
}
