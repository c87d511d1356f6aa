/** W7: the first click on a place after the first visit: when the page shows that it goes there. */
import type { Browser, Page } from 'playwright-core';
import type { Line } from '../support/report.ts';
import { median } from '../support/stats.ts';
import { cpuMs, open, slowDown, timeToList, type SignIn } from './browser.ts';
import { ask, getOwnChannels, type Sender } from './hour.ts';

interface Visitor {
  browser: Browser;
  url: string;
  owner: SignIn & Sender['owner'];
}

interface FirstClick {
  what: string;
  /** The selector of what is clicked. */
  target: string;
  /** JavaScript that is true once the page shows where it goes, before anything is loaded for it. */
  isShown: string;
  /** What shows the target. */
  prepare?: (page: Page) => Promise<void>;
}

const desktop = 1440;
const targetMs = 100;

/** The median of these is reported, each by a browser that has been nowhere. */
const attempts = 3;

const openMenu = async (page: Page): Promise<void> => {
  await page.locator('#frame-menu').click();
  await page.locator('[role="menuitem"]').first().waitFor();
};

const hasTitle = (words: string): string =>
  `document.querySelector('.frame-header h1')?.textContent.includes(${JSON.stringify(words)}) === true`;

const clicks: readonly FirstClick[] = [
  {
    what: 'Recent conversations',
    target: 'a.sidebar-row[href="/recent"]',
    isShown: `${hasTitle('Recent')} && document.querySelector('a[href="/recent"][aria-current]') !== null`,
  },
  {
    what: 'a read channel',
    target: 'a.sidebar-channel:not(.sidebar-unread)',
    isShown: `document.querySelector('.frame-header .header-channel') !== null`,
  },
  { what: 'People', target: 'a.people-all', isShown: hasTitle('People') },
  {
    what: 'Settings',
    target: '[role="menuitem"]:has-text("Settings")',
    isShown: `document.querySelector('dialog[open]') !== null`,
    prepare: openMenu,
  },
];

/** With a quarter of the processor and Fast 3G, as soon as the messages of a first visit can be used. */
export async function measureFirstClicks(visitor: Visitor): Promise<Line[]> {
  await pinReadChannel(visitor);
  const lines: Line[] = [];
  for (const click of clicks) {
    const [times, works]: [number[], number[]] = [[], []];
    for (let i = 0; i < attempts; i++) {
      const { time, work } = await measureClick(visitor, click);
      times.push(time);
      works.push(work);
    }
    const time = median(times);
    lines.push({
      id: 'W7',
      what: `first click on ${click.what}, 4x CPU, Fast 3G`,
      measured: `shown after ${time.toFixed(0)} ms (${Math.min(...times).toFixed(0)}–${Math.max(...times).toFixed(0)}), ${median(works).toFixed(0)} ms of work`,
      target: `<= ${targetMs} ms`,
      isMet: time <= targetMs,
    });
  }
  return lines;
}

/** The sidebar leaves out the others of many channels that have nothing new. */
async function pinReadChannel(sender: Sender): Promise<void> {
  const [id] = await getOwnChannels(sender);
  const pinned = [{ stream_id: id, property: 'pin_to_top', value: true }];
  for (const [path, body] of [
    ['/mark_stream_as_read', { stream_id: String(id) }],
    ['/users/me/subscriptions/properties', { subscription_data: JSON.stringify(pinned) }],
  ] as const)
    await ask(sender, path, { method: 'POST', body: new URLSearchParams(body) });
}

interface ShownClick {
  /** Milliseconds until it is shown. */
  time: number;
  /** Time of the page's thread meanwhile, at a quarter of the processor: what else it does, such as loading, is a part. */
  work: number;
}

async function measureClick({ browser, url, owner }: Visitor, click: FirstClick): Promise<ShownClick> {
  const { context, page, cdp } = await open(browser, url, owner, desktop);
  try {
    await slowDown(cdp);
    await timeToList(page, '/feed');
    await click.prepare?.(page);
    const target = page.locator(click.target).first();
    await target.waitFor();
    const shown = page.evaluate<number>(untilShown(click.isShown));
    const before = await cpuMs(cdp);
    await target.click();
    const time = await shown;
    return { time, work: (await cpuMs(cdp)) - before };
  } finally {
    await context.close();
  }
}

/** Milliseconds from the next click to the end of the first frame that shows it. */
const untilShown = (isShown: string): string => `new Promise((resolve) => {
  document.addEventListener('click', ({ timeStamp }) => {
    const look = () => {
      if (!(${isShown})) return void requestAnimationFrame(look);
      setTimeout(() => resolve(performance.now() - timeStamp));
    };
    requestAnimationFrame(look);
  }, { capture: true, once: true });
})`;
