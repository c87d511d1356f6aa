/** Pages of web-public channels in a browser, with and without scripts. */
import assert from 'node:assert/strict';
import { after, before, test, type TestContext } from 'node:test';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { onEngine } from '../support/engines.ts';
import { upload } from '../support/files.ts';
import { htmlFaults } from '../support/checks/html-faults.ts';
import { picture } from '../support/fixtures/pictures.ts';
import { openLounge } from '../support/fixtures/spectators.ts';
import { say } from '../support/talk.ts';
import type { World } from '../support/world.ts';
import { barriersOn } from './axe.ts';
import { executables, findBrowser, openBrowser } from './browser.ts';

const rich = [
  'Has anyone tried **madder** on silk? @**Dan Ito** did: https://example.com/?a=1&b=2 :tada:',
  '> quoted\n\n```python\ndef ratio(fibre, dye=0.5):\n    return fibre * dye  # a comment that is longer than a phone is wide\n```',
  '| fibre | dye |\n|---|--:|\n| silk | 50 |\n\n$$c = \\frac{n}{V}$$\n\n```math\n\\sum_{i=1}^{n} x_i^2\n```',
  '```spoiler The *result*\nIt turned orange.\n```\n\n- one\n  - two\n\n1. three',
  '# heading\n\n~~gone~~ `code` <time:2026-01-02T10:00:00Z> #**lounge** #**lounge>tea**',
  '/poll Which next?\nweld\nwoad',
  '/todo Buy\nalum: 500 g',
  '/me makes tea',
  '$$a \\quad b$$ @**all** ||x|| :octopus: http://a.test/x?y="1"',
];

/** A topic with all that messages may hold; returns the paths of the pages. */
async function openPages(t: TestContext): Promise<{ world: World; paths: string[]; topic: string }> {
  const { world } = await openLounge(t, 'sqlite');
  const content = await picture(600, 400);
  const { url } = await upload(world, 'eve', { name: 'a pot.png', type: 'image/png', content });
  await world.as('ada').patch('/realm', { description: 'We **weave**, see [our site](https://a.test).' });
  const id = await say(world, 'eve', 'lounge', 'Natural dyes', `[pot](${url})`);
  for (const text of rich) await say(world, 'dan', 'lounge', 'Natural dyes', text);
  await world.as('ben').post(`/messages/${id}/reactions`, { emoji_name: 'octopus' });
  for (const topic of ['✔ Welcome', 'Averylongtopicnamewithoutanyspaceswhatsoeverinit', 'ماذا عن الشاي؟', ''])
    await say(world, 'ada', 'lounge', topic, 'Hello');
  await world.app.jobs.runDue();
  const topic = `/public/topic/${id}-natural-dyes`;
  const channel = `/public/channel/${world.channels.lounge}-lounge`;
  return { world, topic, paths: ['/', channel, topic, '/public/search?q=madder', '/public/topic/999999'] };
}

onEngine('sqlite', 'Public pages in a browser', () => {
  const executable = findBrowser(executables);
  if (executable === undefined) {
    console.log('Not run: "Public pages in a browser". No Chromium found; set CHROMIUM to the path of one.');
    return;
  }
  let browser: Browser;
  before(async () => {
    browser = await openBrowser(executable);
  });
  after(() => browser.close());

  /** A page, and what it loaded and complained of. */
  async function openPage(options: BrowserContextOptions) {
    const page = await browser.newPage(options);
    const requests: string[] = [];
    const complaints: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    return { page, requests, complaints };
  }

  test('Public pages are readable without scripts, spoilers and formulas too, from this server alone, on phones and desktops', async (t) => {
    const { world, paths, topic } = await openPages(t);
    for (const width of [360, 1280]) {
      const { page, requests, complaints } = await openPage({
        viewport: { width, height: 800 },
        javaScriptEnabled: false,
      });
      for (const path of paths) {
        const response = await page.goto(world.url + path);
        assert.ok(response);
        assert.deepEqual(await htmlFaults(await response.text()), [], path);
        assert.ok((await page.locator('h1').innerText()).length > 0, path);
        assert.ok(await isWithin(page, width), `${path} fits into ${width} pixels`);
      }
      assert.deepEqual(
        requests.filter((url) => !url.startsWith(world.url) && !url.startsWith('data:')),
        [],
      );
      assert.deepEqual(
        complaints.filter((text) => /policy|violat/i.test(text)),
        [],
      );
      await page.goto(world.url + topic);
      const secret = page.getByText('It turned orange.');
      assert.equal(await secret.isVisible(), false, 'the spoiler is closed');
      await page.locator('summary').click();
      assert.equal(await secret.isVisible(), true, 'the spoiler is open');
      assert.ok(((await page.locator('mfrac').boundingBox())?.height ?? 0) > 10, 'the formula is drawn');
      await page.close();
    }
  });

  test('Public pages have no accessibility barriers in the light and the dark theme', async (t) => {
    const { world, paths } = await openPages(t);
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page } = await openPage({
        colorScheme,
        bypassCSP: true,
        viewport: { width: 360, height: 800 },
      });
      for (const path of paths) {
        await page.goto(world.url + path);
        assert.deepEqual(await barriersOn(page), [], `${path} in the ${colorScheme}`);
      }
      await page.close();
    }
  });

  test('Public pages with scripts show times in the time zone of the reader, and announce new messages', async (t) => {
    const { world, topic } = await openPages(t);
    const { page, complaints } = await openPage({ timezoneId: 'Asia/Kathmandu', locale: 'en-GB' });
    await page.goto(world.url + topic);
    const at = await page.locator('.at time').first().getAttribute('datetime');
    const expected = new Intl.DateTimeFormat('en-GB', {
      hour: '2-digit',
      minute: '2-digit',
      timeZone: 'Asia/Kathmandu',
    }).format(new Date(at ?? ''));
    assert.equal(await page.locator('.at time').first().innerText(), expected);
    assert.equal(await page.locator('.day').count(), 1);
    await say(world, 'eve', 'lounge', 'Natural dyes', 'one more');
    await say(world, 'eve', 'lounge', 'Natural dyes', 'and another');
    await page.getByRole('status').getByRole('link', { name: '2 new messages' }).click();
    await page.getByText('and another').waitFor();
    assert.match(page.url(), /#message-\d+$/);
    assert.deepEqual(
      complaints.filter((text) => !text.includes('404')),
      [],
    );
    await page.close();
  });
});

/** Nothing stands out at the side; what is wide scrolls by itself. */
const isWithin = async (page: Page, width: number): Promise<boolean> => {
  const boxes = await page.locator('main, header, h1, article, li > a, .widget, form').all();
  const edges = await Promise.all(
    boxes.map(async (one) => {
      const box = await one.boundingBox();
      return box ? box.x + box.width : 0;
    }),
  );
  return edges.every((edge) => edge <= width + 1);
};
