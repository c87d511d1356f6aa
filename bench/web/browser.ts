/** Chromium with the web client, for the benchmarks. */
import {
  chromium,
  type Browser,
  type BrowserContext,
  type CDPSession,
  type ConsoleMessage,
  type Page,
} from 'playwright-core';

export interface SignIn {
  email: string;
  password: string;
}

export const launch = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
  });

export interface OpenPage {
  context: BrowserContext;
  page: Page;
  cdp: CDPSession;
}

/** @param width of the window: a phone's or a desktop's */
export async function open(
  browser: Browser,
  baseURL: string,
  { email, password }: SignIn,
  width: number,
): Promise<OpenPage> {
  const viewport = { width, height: width < 500 ? 844 : 900 };
  const context = await browser.newContext({ baseURL, viewport });
  const reply = await context.request.post('/api/v1/heddle/sessions', {
    form: { username: email, password },
    headers: { 'X-Heddle-Client': 'web' },
  });
  if (reply.status() !== 200) throw new Error(`Signing in returned ${reply.status()}.`);
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Network.enable');
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  return { context, page, cdp };
}

const fast3G = {
  offline: false,
  latency: 562.5,
  downloadThroughput: (1.6e6 / 8) * 0.9,
  uploadThroughput: (0.75e6 / 8) * 0.9,
};

/** A phone as the tools of browsers imagine it: a quarter of the processor, a slow network. */
export async function slowDown(cdp: CDPSession): Promise<void> {
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await cdp.send('Network.emulateNetworkConditions', fast3G);
}

/** Bytes on the wire since it was called, by kind of what was fetched. */
export function countBytes(cdp: CDPSession): () => { script: number; all: number } {
  const scripts = new Set<string>();
  const sum = { script: 0, all: 0 };
  cdp.on('Network.responseReceived', ({ requestId, type }) => {
    if (type === 'Script') scripts.add(requestId);
  });
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    sum.all += encodedDataLength;
    if (scripts.has(requestId)) sum.script += encodedDataLength;
  });
  return () => ({ ...sum });
}

/** Thread time of the page since it began, in milliseconds: what a busy machine makes neither more nor less. */
export async function cpuMs(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
}

interface PageRequest {
  from: number;
  to: number;
}

/** Round trips that had to wait for one another, since it was called. */
export function countRoundTrips(cdp: CDPSession): () => number {
  const asked = new Map<string, PageRequest>();
  cdp.on('Network.requestWillBeSent', ({ requestId, timestamp, type }) => {
    // Nobody waits for pictures, and the browser asks for the page's icon by itself.
    if (type !== 'Image' && type !== 'Other') asked.set(requestId, { from: timestamp, to: Infinity });
  });
  cdp.on('Network.responseReceived', ({ requestId, response, timestamp }) => {
    const request = asked.get(requestId);
    if (response.fromServiceWorker || response.fromDiskCache) asked.delete(requestId);
    else if (request) request.to = timestamp;
  });
  return () => longestChain([...asked.values()].filter(({ to }) => to < Infinity));
}

/** The most requests each of which began after the response to the one before. */
function longestChain(requests: PageRequest[]): number {
  let [trips, free] = [0, -Infinity];
  for (const { from, to } of requests.sort((a, b) => a.to - b.to))
    if (from >= free) [trips, free] = [trips + 1, to];
  return trips;
}

const timeoutMs = 180_000;

/** Milliseconds until the first message is there. */
export async function timeToList(page: Page, path: string): Promise<number> {
  const start = performance.now();
  await page.goto(path, { timeout: timeoutMs });
  await page.locator('.message').first().waitFor({ timeout: timeoutMs });
  return performance.now() - start;
}

const listSeen = 'heddle: the list is seen at ';
const listUsable = 'heddle: the list can be used at ';

/**
 * Says when the first message was painted, and when by the page’s script: at a first visit the server sends the messages along
 * with the page. Asking the page would take it longer than some of what it does meanwhile.
 */
const sayWhenSeen = `(() => {
  const watch = (selector, words) => {
    const say = () => console.debug(words + performance.now());
    const look = () =>
      document.querySelector(selector) === null
        ? requestAnimationFrame(look)
        : requestAnimationFrame(() => setTimeout(say));
    requestAnimationFrame(look);
  };
  watch('.message', ${JSON.stringify(listSeen)});
  watch('#app .message', ${JSON.stringify(listUsable)});
})()`;

/** Called once, before the first visit of a page that `visitList` is to measure. */
export const watchForList = (page: Page): Promise<unknown> => page.addInitScript(sayWhenSeen);

/** Milliseconds from the start of the navigation until the first message was seen, and until the page could be used. */
export async function visitList(page: Page, path: string): Promise<{ seen: number; usable: number }> {
  const waitForTime = async (words: string): Promise<number> => {
    const predicate = (message: ConsoleMessage) => message.text().startsWith(words);
    const message = await page.waitForEvent('console', { predicate, timeout: timeoutMs });
    return Number(message.text().slice(words.length));
  };
  const times = Promise.all([waitForTime(listSeen), waitForTime(listUsable)]);
  await page.goto(path, { timeout: timeoutMs, waitUntil: 'commit' });
  const [seen, usable] = await times;
  return { seen, usable };
}

/** MB that are still in use once the garbage is gone. */
export async function heapMb(cdp: CDPSession): Promise<number> {
  // The second frees what became unreachable by the first.
  for (let times = 0; times < 2; times++) await cdp.send('HeapProfiler.collectGarbage');
  const { usedSize } = await cdp.send('Runtime.getHeapUsage');
  return usedSize / 1e6;
}
