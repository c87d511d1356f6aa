/**
 * W5: an hour of traffic, made short. 20,000 messages stand for it (five a second and more, all day long, is what the
 * busiest organizations of ten thousand people see), over twenty channels, while the person goes to another place after
 * every hundred. What is unread grows with them, as it must: each id is kept until it is read.
 */
import type { CDPSession, Page } from 'playwright-core';
import type { Line } from '../support/report.ts';
import { heapMb } from './browser.ts';

export interface Sender {
  url: string;
  owner: { email: string; api_key: string };
}

const messages = 20_000;
/** By then everything that is kept for coming back is there. */
const settledAfter = 5_000;
const betweenMoves = 100;
const channelCount = 20;
const atOnce = 4;
const targetMb = 5;

interface HeapSample {
  mb: number;
  nodes: number;
  listeners: number;
}

export async function measureHour(page: Page, cdp: CDPSession, sender: Sender): Promise<Line[]> {
  const channels = await getOwnChannels(sender);
  const places = ['/feed', ...channels.slice(0, 12).map((id) => `/channel/${id}-bench`), '/inbox', '/recent'];
  let settled: HeapSample | undefined;
  for (let sent = 0; sent < messages; sent += betweenMoves) {
    if (sent === settledAfter) settled = await measureHeap(page, cdp);
    await send(sender, channels, sent);
    await go(page, places[(sent / betweenMoves) % places.length] ?? '/feed');
  }
  const end = await measureHeap(page, cdp);
  const { mb = NaN, nodes = NaN, listeners = NaN } = settled ?? {};
  const growth = end.mb - mb;
  const [moreNodes, moreListeners] = [end.nodes - nodes, end.listeners - listeners];
  return [
    {
      id: 'W5',
      what: `memory from the ${settledAfter}th to the ${messages}th message`,
      measured: `${mb.toFixed(1)} MB, then ${growth.toFixed(1)} MB more`,
      target: `<= ${targetMb} MB more`,
      isMet: growth <= targetMb,
    },
    {
      id: 'W5',
      what: 'nodes and listeners, on the page or left behind by it',
      measured: `${nodes} and ${listeners}, then ${moreNodes} and ${moreListeners} more`,
      target: '<= 10 % more',
      isMet: moreNodes <= nodes / 10 && moreListeners <= listeners / 10,
    },
  ];
}

/** Always of the same place, so that what is shown is no difference. */
async function measureHeap(page: Page, cdp: CDPSession): Promise<HeapSample> {
  await go(page, '/feed');
  await page.waitForTimeout(3000);
  await untilDrawn(page);
  const mb = await heapMb(cdp);
  const { nodes, jsEventListeners } = await cdp.send('Memory.getDOMCounters');
  return { mb, nodes, listeners: jsEventListeners };
}

const mostLooks = 20;

/** On a busy machine the buttons of messages come later: they are no growth. */
async function untilDrawn(page: Page): Promise<void> {
  let before = -1;
  for (let looks = 0; looks < mostLooks; looks++) {
    const now = await page.evaluate<number>(`document.querySelectorAll('*').length`);
    if (now === before) return;
    before = now;
    await page.waitForTimeout(1000);
  }
}

const go = (page: Page, path: string): Promise<unknown> =>
  page.evaluate(`history.pushState(null, '', '${path}'); dispatchEvent(new PopStateEvent('popstate'))`);

export async function ask({ url, owner }: Sender, path: string, init: RequestInit = {}): Promise<unknown> {
  const authorization = `Basic ${Buffer.from(`${owner.email}:${owner.api_key}`).toString('base64')}`;
  const response = await fetch(`${url}/api/v1${path}`, { ...init, headers: { authorization } });
  if (response.status !== 200) throw new Error(`${path} returned ${response.status}.`);
  return response.json();
}

export async function getOwnChannels(sender: Sender): Promise<number[]> {
  const response = (await ask(sender, '/users/me/subscriptions')) as {
    subscriptions: { stream_id: number }[];
  };
  return response.subscriptions.slice(0, channelCount).map((one) => one.stream_id);
}

/** The next hundred. */
async function send(sender: Sender, channels: readonly number[], from: number): Promise<void> {
  let next = from;
  const line = async () => {
    while (next < from + betweenMoves) {
      const number = next++;
      const body = new URLSearchParams({
        type: 'channel',
        topic: `loom ${number % 7}`,
        to: String(channels[number % channels.length]),
        content: `Message number ${number} with some **bold** words and a https://example.com/page to read`,
      });
      await ask(sender, '/messages', { method: 'POST', body });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, line));
}
