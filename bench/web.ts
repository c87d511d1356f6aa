/**
 * W1 to W7: the web client in Chromium, in an organization of 10,000 users and 1,000 channels, preceded by the time that
 * Chromium takes for a fixed piece of work.
 * `npm run bench -- --web`, or this file by itself.
 */
import { fileURLToPath } from 'node:url';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { isScript } from '../tools/is-script.ts';
import { buildClient } from '../tools/web-client.mjs';
import { app, startServer, temporaryFolder } from './support/processes.ts';
import { keep, print, type Line } from './support/report.ts';
import { median, summarize, type Summary } from './support/stats.ts';
import {
  countBytes,
  countRoundTrips,
  cpuMs,
  launch,
  open,
  slowDown,
  timeToList,
  visitList,
  watchForList,
  type SignIn,
} from './web/browser.ts';
import { measureFirstClicks } from './web/clicks.ts';
import { measureFloor } from './web/floor.ts';
import { measureHands } from './web/hands.ts';
import { measureHour } from './web/hour.ts';
import { countWork, getWork } from './web/thread.ts';
import { traceFrames } from './web/trace.ts';

const size = ['--people', '10000', '--channels', '1000', '--messages', '20000', '--seed', '7'];
const phone = 390;
const desktop = 1440;

interface Stage {
  browser: Browser;
  url: string;
  owner: SignIn & { api_key: string };
}

/** What can be measured apart: all of it takes a quarter of an hour. */
export const webParts = ['load', 'switching', 'keys', 'scrolling', 'hour', 'clicks'] as const;
export type WebPart = (typeof webParts)[number];

type IsWanted = (part: WebPart) => boolean;

/** @param parts all of them if it is left out */
export async function measureWeb(parts: readonly WebPart[] = webParts): Promise<Line[]> {
  const isWanted: IsWanted = (part) => parts.includes(part);
  await buildClient(fileURLToPath(new URL('..', import.meta.url)));
  const folder = temporaryFolder();
  const browser = await launch();
  try {
    const { owner } = app<{ owner: Stage['owner'] }>('demo', ...size, '--data', folder.path);
    const server = await startServer(folder.path);
    try {
      const stage = { browser, url: `http://127.0.0.1:${server.port}`, owner };
      const lines = await measureFloor(browser);
      if (isWanted('load')) lines.push(...(await measureLoad(stage)));
      lines.push(...(await measureUse(stage, isWanted)));
      // Last, since it pins a channel and marks it as read.
      if (isWanted('clicks')) lines.push(...(await measureFirstClicks(stage)));
      return lines;
    } finally {
      await server.stop();
    }
  } finally {
    await browser.close();
    folder.remove();
  }
}

const line = (
  id: string,
  what: string,
  measured: string,
  target = '',
  isMet: boolean | null = null,
): Line => ({ id, what, measured, target, isMet });
const ms = (value: number): string => `${value.toFixed(0)} ms`;
const kb = (bytes: number): string => `${(bytes / 1000).toFixed(0)} kB`;

/** The median of these is reported. */
const nextVisits = 3;

/** W1, W2. The first visit finds an empty cache; the next ones what was left there. */
export async function measureLoad({ browser, url, owner }: Stage): Promise<Line[]> {
  // The first request waits until the organization is loaded into memory, which is not measured here.
  const warmUp = await open(browser, url, owner, phone);
  await timeToList(warmUp.page, '/feed');
  await warmUp.context.close();

  const { context, page, cdp } = await open(browser, url, owner, phone);
  await slowDown(cdp);
  await watchForList(page);
  const bytes = countBytes(cdp);
  const first = await visit(page, cdp);
  const { script } = bytes();
  // By then all users are loaded, the service worker is active, and the offline cache is written.
  await page.waitForTimeout(20_000);
  const { all } = bytes();
  const visits: Visit[] = [];
  for (let i = 0; i < nextVisits; i++) visits.push(await visit(page, cdp));
  const again = visits.toSorted((a, b) => a.usable - b.usable)[(nextVisits - 1) / 2]!;
  await context.close();
  return [
    line('W1', 'JavaScript of the first load', kb(script), '<= 80 kB', script <= 80_000),
    line('W1', 'everything transferred, organization data included', kb(all)),
    line(
      'W2',
      'messages seen, 4x CPU, Fast 3G, first visit',
      ms(first.seen),
      '<= 1500 ms',
      first.seen <= 1500,
    ),
    line('W2', 'the same, list usable', describeVisit(first)),
    line(
      'W2',
      'list usable, 4x CPU, Fast 3G, next visit',
      describeVisit(again),
      '<= 800 ms',
      again.usable <= 800,
    ),
  ];
}

/** Times in milliseconds. */
interface Visit {
  seen: number;
  usable: number;
  /** CPU time of the page's main thread. */
  cpu: number;
  roundTrips: number;
}

/** Opens the list: how long it takes, the work of the page's thread, and the round trips that wait for one another. */
async function visit(page: Page, cdp: CDPSession): Promise<Visit> {
  const getRoundTrips = countRoundTrips(cdp);
  const times = await visitList(page, '/feed');
  return { ...times, cpu: await cpuMs(cdp), roundTrips: getRoundTrips() };
}

const describeVisit = ({ usable, cpu, roundTrips }: Visit): string =>
  `${ms(usable)}, ${ms(cpu)} of the processor, ${roundTrips} round trips`;

/** W3 to W6, on a desktop, without throttling. */
async function measureUse(stage: Stage, isWanted: IsWanted): Promise<Line[]> {
  const { context, page, cdp } = await open(stage.browser, stage.url, stage.owner, desktop);
  await countWork(cdp);
  await timeToList(page, '/feed');
  const lines: Line[] = [];
  if (isWanted('switching')) lines.push(...(await measureSwitching(page, cdp)));
  if (isWanted('keys')) lines.push(...(await measureHands(page, cdp, stage)));
  if (isWanted('scrolling')) lines.push(...(await measureScrolling(page, cdp)));
  if (isWanted('hour')) {
    await timeToList(page, '/feed');
    lines.push(...(await measureHour(page, cdp, stage)));
  }
  await context.close();
  return lines;
}

/** W3: to the frame that shows the conversation, once its messages are loaded; and what the page's thread did for it. */
async function measureSwitching(page: Page, cdp: CDPSession): Promise<Line[]> {
  const paths = await page.evaluate<string[]>(
    `[...document.querySelectorAll('a.sidebar-channel')].slice(0, 6).map((link) => link.pathname)`,
  );
  const go = (path: string) =>
    page.evaluate<number>(`(async () => {
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      const start = performance.now();
      history.pushState(null, '', '${path}');
      dispatchEvent(new PopStateEvent('popstate'));
      const until = start + 10_000;
      do await frame();
      while (document.querySelector('.message') === null && performance.now() < until);
      return performance.now() - start;
    })()`);
  for (const path of paths) {
    await go(path);
    await page.waitForTimeout(500);
  }
  const times: number[] = [];
  const works: number[] = [];
  for (const path of [...paths, ...paths]) {
    const { all } = await getWork(cdp, page, async () => times.push(await go(path)));
    works.push(all);
    await page.waitForTimeout(500);
  }
  const [time, work] = [median(times), median(works)];
  return [
    line('W3', 'switching to a cached conversation', ms(time), '<= 50 ms', time <= 50),
    // With what comes once the messages are seen.
    line('W3', "the same, all work of the page's thread", ms(work)),
  ];
}

interface ScrollSpeed {
  what: string;
  /** Px a frame: a sixth of the window is ten windows a second. */
  step: number;
  seconds: number;
}

/** W4: upwards through the combined feed while older messages come in, as fast as eyes can follow and then much faster. */
async function measureScrolling(page: Page, cdp: CDPSession): Promise<Line[]> {
  await timeToList(page, '/feed');
  return [
    ...(await measurePace(page, cdp, { what: 'ten windows a second', step: 150, seconds: 20 })),
    ...(await measurePace(page, cdp, { what: 'a flick through 10,000', step: 400, seconds: 60 })),
  ];
}

async function measurePace(page: Page, cdp: CDPSession, pace: ScrollSpeed): Promise<Line[]> {
  let seen: Seen = { frames: [], count: 0, blanks: [] };
  const { main, raster } = await traceFrames(cdp, async () => (seen = await scroll(page, pace)));
  const times = ({ p50, p99 }: Summary): string => `p50 ${ms(p50)}, p99 ${ms(p99)}`;
  const [all, work] = [summarize(seen.frames, 1), summarize(main, 1)];
  const measured = `${seen.count} messages, frames ${times(all)}, worst ${ms(all.max)}`;
  return [
    line('W4', `scrolling, ${pace.what}`, measured, 'p99 <= 20 ms', all.p99 <= 20),
    line('W4', 'the same, main thread per frame', times(work), 'p99 <= 20 ms', work.p99 <= 20),
    line('W4', 'the same, drawing without a GPU, per frame', times(summarize(raster, 1))),
    line(
      'W4',
      'the same, parts of the list in view without rows',
      `${seen.blanks.length} frames, at most ${Math.max(0, ...seen.blanks).toFixed(0)} px`,
      '0 frames',
      seen.blanks.length === 0,
    ),
  ];
}

interface Seen {
  /** Milliseconds from each frame to the next. */
  frames: number[];
  /** Different messages. */
  count: number;
  /** How many px of the view rows do not cover, for each frame in which they do not. */
  blanks: number[];
}

const scroll = (page: Page, { step, seconds }: ScrollSpeed): Promise<Seen> =>
  page.evaluate<Seen>(`(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const list = document.querySelector('.message-list');
    const rows = list.querySelector('.virtual-list-window');
    const seen = new Set();
    const frames = [];
    const blanks = [];
    const until = performance.now() + ${seconds * 1000};
    let last = await frame();
    while (seen.size < 10_000 && performance.now() < until) {
      list.scrollTop -= ${step};
      // This is painted: the list learns of the step with the next frame.
      const [view, covered] = [list.getBoundingClientRect(), rows.getBoundingClientRect()];
      const blank = Math.max(covered.top - view.top, view.bottom - covered.bottom);
      if (blank > 1) blanks.push(blank);
      const now = await frame();
      frames.push(now - last);
      last = now;
      for (const row of list.querySelectorAll('[data-message-id]')) seen.add(row.dataset.messageId);
    }
    return { frames, count: seen.size, blanks };
  })()`);

if (isScript(import.meta)) {
  const lines = await measureWeb();
  print(lines);
  console.log(`saved to ${keep(fileURLToPath(new URL('./results', import.meta.url)), lines)}`);
}
