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
  const frames = events.filter(({ name }) => name === 'FireAnimationFrame').sort((a, b) => a.ts - b.ts);
  const [first] = frames;
  const [main, raster] = [frames.map(() => 0), frames.map(() => 0)];
  const add = (to: number[], event: TraceEvent) => {
    // A frame begins with the task that calls for it.
    const at = frames.findLastIndex(({ ts }) => ts <= event.ts + (event.dur ?? 0));
    if (at >= 0) to[at] = (to[at] ?? 0) + (event.tdur ?? event.dur ?? 0) / 1000;
  };
  for (const event of events) {
    if (event.name === 'RunTask' && event.pid === first?.pid && event.tid === first.tid) add(main, event);
    if (event.name === 'RasterTask') add(raster, event);
  }
  return { main, raster };
}
