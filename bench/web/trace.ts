/** What a page's main thread works on in each frame, and what drawing it costs the other threads, from Chromium's trace. */
import type { CDPSession } from 'playwright-core';

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  /** Microseconds: when it began, how long it took, and how long its thread worked on it. */
  ts: number;
  dur?: number;
  tdur?: number;
}

export interface FrameWork {
  /** Milliseconds of the main thread for each frame: scripting, style, layout and painting commands. */
  main: number[];
  /** Milliseconds of the threads that turn these into pixels, which a GPU would do. */
  raster: number[];
}

const categories = ['devtools.timeline', 'disabled-by-default-devtools.timeline'];

/** The page draws frame after frame meanwhile. */
export async function traceFrames(cdp: CDPSession, act: () => Promise<unknown>): Promise<FrameWork> {
  const events: TraceEvent[] = [];
  const take = ({ value }: { value: object[] }) =>
    void events.push(...(value as TraceEvent[]).filter(isUsed));
  cdp.on('Tracing.dataCollected', take);
  await cdp.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: categories, recordMode: 'recordUntilFull' },
  });
  await act();
  const complete = new Promise((resolve) => cdp.once('Tracing.tracingComplete', resolve));
  await cdp.send('Tracing.end');
  await complete;
  cdp.off('Tracing.dataCollected', take);
  return workPerFrame(events);
}

const used: ReadonlySet<string> = new Set(['RunTask', 'RasterTask', 'FireAnimationFrame']);

const isUsed = ({ name, ph }: TraceEvent): boolean => used.has(name) && ph === 'X';

function workPerFrame(events: readonly TraceEvent[]): FrameWork {
  const calls = events.filter(({ name }) => name === 'FireAnimationFrame').sort((a, b) => a.ts - b.ts);
  const [first] = calls;
  const tasks = events.filter(
    ({ name, pid, tid }) => name === 'RunTask' && pid === first?.pid && tid === first.tid,
  );
  const frames = oncePerTask(calls, tasks);
  const [main, raster] = [frames.map(() => 0), frames.map(() => 0)];
  const add = (to: number[], event: TraceEvent) => {
    // A frame begins with the task that calls for it.
    const at = frames.findLastIndex(({ ts }) => ts <= event.ts + (event.dur ?? 0));
    if (at >= 0) to[at] = (to[at] ?? 0) + (event.tdur ?? event.dur ?? 0) / 1000;
  };
  for (const task of tasks) add(main, task);
  for (const event of events) if (event.name === 'RasterTask') add(raster, event);
  return { main, raster };
}

/** One task runs all callbacks of a frame, however many there are. */
function oncePerTask(calls: readonly TraceEvent[], tasks: readonly TraceEvent[]): TraceEvent[] {
  const ends = tasks.map(({ ts, dur = 0 }) => ts + dur).sort((a, b) => a - b);
  let next = 0;
  let last = -1;
  return calls.filter(({ ts }) => {
    while (next < ends.length && (ends[next] ?? 0) < ts) next++;
    const isSame = next === last;
    last = next;
    return !isSame;
  });
}
