/** The time that Chromium takes for constant work, to compare results of different days. */
import type { Browser } from 'playwright-core';
import type { Line } from '../support/report.ts';
import { median, summarize } from '../support/stats.ts';
import { countWork, getWork } from './thread.ts';

const rounds = 7;

/** As a client does it: objects out of JSON, looked up, put in order and written again. */
const script = `(() => {
  const names = Array.from({ length: 20_000 }, (_, i) => 'person ' + ((i * 7919) % 20_011));
  const people = JSON.parse(JSON.stringify(names.map((name, id) => ({ id, name, isActive: id % 3 > 0 }))));
  const byName = new Map(people.map((one) => [one.name, one]));
  const found = names.map((name) => byName.get(name)).filter((one) => one.isActive);
  found.sort((a, b) => (a.name < b.name ? -1 : 1));
  return JSON.stringify(found).length;
})()`;

const page = `document.body.innerHTML = Array.from({ length: 1500 }, (_, i) =>
  '<div style="display:flex;gap:8px"><b>' + i + '</b><p style="flex:1">' + 'warp and weft '.repeat(i % 40) +
  '</p></div>').join('')`;

/** Everything is laid out again, twice. */
const layout = `(() => {
  document.body.style.width = '500px';
  const narrow = document.body.offsetHeight;
  document.body.style.width = '900px';
  return narrow - document.body.offsetHeight;
})()`;

/** As many words in view as in a conversation, none of which come or go. */
const scrolling = `(async () => {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  document.body.style = 'margin: 0; height: 100vh; overflow: auto';
  const frames = [];
  let last = await frame();
  for (let i = 0; i < 300; i++) {
    document.body.scrollTop += 150;
    const now = await frame();
    frames.push(now - last);
    last = now;
  }
  return frames;
})()`;

export async function measureFloor(browser: Browser): Promise<Line[]> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const blank = await context.newPage();
  const cdp = await context.newCDPSession(blank);
  await countWork(cdp);
  const line = async (what: string, code: string): Promise<Line> => {
    const works: number[] = [];
    for (let i = 0; i < rounds; i++) works.push((await getWork(cdp, blank, () => blank.evaluate(code))).all);
    return { id: 'floor', what, measured: `${median(works).toFixed(0)} ms`, target: '', isMet: null };
  };
  const lines = [await line('a fixed piece of JavaScript', script)];
  await blank.evaluate(page);
  lines.push(await line('layout of 1,500 rows, twice', layout));
  const { p50, p99 } = summarize(await blank.evaluate<number[]>(scrolling), 1);
  const measured = `frames p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms`;
  lines.push({ id: 'floor', what: 'scrolling through still rows', measured, target: '', isMet: null });
  await context.close();
  return lines;
}
