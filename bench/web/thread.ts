/** CPU time of the page's main thread, which does not depend on the load of the machine. */
import type { CDPSession, Page } from 'playwright-core';

export interface Work {
  /** Milliseconds of the thread, of which `layout` and `style` are parts. */
  all: number;
  layout: number;
  style: number;
}

/** Once for a page, before the first measurement. */
export async function countWork(cdp: CDPSession): Promise<void> {
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
}

/** The work of what is done, up to the frame that shows it. */
export async function getWork(cdp: CDPSession, page: Page, act: () => Promise<unknown>): Promise<Work> {
  const before = await workSoFar(cdp);
  await act();
  await page.evaluate(afterNextFrame);
  const after = await workSoFar(cdp);
  return {
    all: after.all - before.all,
    layout: after.layout - before.layout,
    style: after.style - before.style,
  };
}

async function workSoFar(cdp: CDPSession): Promise<Work> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  const ms = (name: string) => (metrics.find((each) => each.name === name)?.value ?? 0) * 1000;
  return { all: ms('TaskDuration'), layout: ms('LayoutDuration'), style: ms('RecalcStyleDuration') };
}

const afterNextFrame = `new Promise((resolve) =>
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))))`;
