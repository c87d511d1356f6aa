/** The reading position while messages arrive or change. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { getButton, readMessage, getPlace, settled, getStored } from './page.ts';
import { done, onOneServer, until, type Stage } from './stage.ts';

/** More than a screen on each side of the one that is looked at, and older ones that are fetched later. */
const written = 300;
const eye = 220;

onOneServer('Reading position', (sentence) => {
  sentence('Scrolling up loads history without jumps', async (_t, stage) => {
    const page = await openAt(stage, written);
    const jumps = await page.evaluate<string[]>(scrollUp(400));
    assert.deepEqual(jumps, []);
    await readMessage(page, 'Thread 0 ').waitFor();
  });

  sentence('The reading position stays while messages above change', async (_t, stage) => {
    const ids = await write(stage, 'changed');
    const page = await openAt(stage, eye, 'changed', ids);
    const above = ids[eye - 4] ?? 0;
    const admin = stage.as('ada');
    const isKept = async (what: string, change: () => Promise<unknown>, isSeen: () => Promise<unknown>) => {
      const before = await getTop(page, eye);
      await change();
      await isSeen();
      const moved = (await getTop(page, eye)) - before;
      assert.ok(Math.abs(moved) <= 1, `${what}: moved by ${moved} px`);
    };
    const long = 'It became much longer. '.repeat(80);
    await isKept(
      'edited',
      () => stage.as('ben').patch(`/messages/${above}`, { content: long }),
      () => page.getByText('It became much longer.').first().waitFor({ state: 'attached' }),
    );
    await isKept(
      'collapsed',
      () => admin.post('/messages/flags', { messages: [above], op: 'add', flag: 'collapsed' }),
      () => page.getByText('It became much longer.').first().waitFor({ state: 'detached' }),
    );
    await isKept(
      'deleted',
      () => admin.delete(`/messages/${above}`),
      () => page.locator(`[data-message-id="${above}"]`).waitFor({ state: 'detached' }),
    );
    await isKept(
      'said below',
      () => stage.say('ben', 'changed', 'The newest.'),
      () => getButton(page, '1 new message below').waitFor(),
    );
  });

  sentence('A conversation opens with the unread line visible, also below a header', async (_t, stage) => {
    await readThread(stage);
    await done(stage.as('ada').post('/mark_all_as_read', {}));
    await stage.say('ben', 'knots', 'New, and elsewhere.');
    for (const i of Array.from({ length: 20 }, (_, at) => at))
      await stage.say('ben', 'knots', `And more ${String(i)}. ${'So it goes. '.repeat(40)}`);
    const page = await stage.openPage('ada', '/feed');
    await getStored(page, 'New, and elsewhere.').waitFor();
    const line = page.getByRole('main').getByRole('separator').filter({ hasText: 'New' });
    await until('the line stands free', async () => {
      const lower = await page.evaluate<number>(stickyEnd);
      return ((await line.boundingBox())?.y ?? 0) >= lower;
    });
  });

  sentence('The reading position stays when the window becomes narrow', async (_t, stage) => {
    const page = await openAt(stage, eye);
    // Rows that were measured while they were wider.
    await page.evaluate(scrollUp(40));
    await page.evaluate(`document.querySelector('.message-list').scrollTop += 40 * 120`);
    await page.evaluate(settled);
    const first = await page.evaluate<{ id: string; top: number }>(firstVisible);
    await page.setViewportSize({ width: 700, height: 720 });
    await page.evaluate(settled);
    const { y: top } = await getPlace(page.locator(`[data-message-id="${first.id}"]`));
    assert.ok(Math.abs(top - first.top) <= 1, `moved by ${top - first.top} px`);
    assert.deepEqual(await page.evaluate<string[]>(scrollUp(20, 300)), []);
  });

  sentence(
    'Jumping to the end of a long conversation shows it immediately, never an empty list',
    async (_t, stage) => {
      const page = await openAt(stage, eye);
      await readMessage(page, `Thread ${eye} `).click();
      const place = () => page.evaluate<number>(`document.querySelector('.message-list').scrollTop`);
      const before = await place();
      await page.evaluate(watchForGaps);
      await page.keyboard.press('Home');
      await until('it is further up', async () => (await place()) < before);
      await page.evaluate(settled);
      await page.keyboard.press('End');
      await readMessage(page, `Thread ${written - 1} `).waitFor();
      await page.evaluate(settled);
      assert.equal(await page.evaluate('window.gaps'), 0);
    },
  );
});

/** Counts frames in which the list shows nothing where there is something to show. */
const watchForGaps = `(() => {
  const list = document.querySelector('.message-list');
  window.gaps = 0;
  const look = () => {
    const { top, bottom } = list.getBoundingClientRect();
    const seen = [...list.querySelectorAll('[role=listitem]')].some((row) => {
      const place = row.getBoundingClientRect();
      return place.bottom > top && place.top < bottom;
    });
    if (!seen) window.gaps++;
    requestAnimationFrame(look);
  };
  look();
})()`;

/** Where what stands above the list ends, px from the top. */
const stickyEnd = `(document.querySelector('.conversation-sticky') ?? document.querySelector('.frame-header'))
  .getBoundingClientRect().bottom`;

/** What the tests that change none of it share, by the server that has it: the ids, in order. */
const threads = new WeakMap<Stage['server'], Promise<number[]>>();

function readThread(stage: Stage): Promise<number[]> {
  const ids = threads.get(stage.server) ?? write(stage, 'thread');
  threads.set(stage.server, ids);
  return ids;
}

/** @returns the ids, in order */
async function write(stage: Stage, topic: string): Promise<number[]> {
  const ids: number[] = [];
  for (let i = 0; i < written; i++) {
    const content = `Thread ${i} ${'is spun and wound. '.repeat((i * 7) % 40)}`;
    const to = { type: 'channel', to: stage.weaving, topic, content };
    const { json } = await stage.as('ben').post('/messages', to);
    ids.push(json.id);
  }
  return ids;
}

async function openAt(stage: Stage, index: number, topic = 'thread', ids?: number[]): Promise<Page> {
  const all = ids ?? (await readThread(stage));
  const near = all[index];
  const path = near === undefined ? '' : `/near/${near}`;
  await stage.as('ada').post('/messages/flags', { messages: all, op: 'add', flag: 'read' });
  const page = await stage.openPage('ada', `${stage.topicPath(topic)}${path}`);
  await getStored(page, `Thread ${Math.min(index, written - 1)} `).waitFor();
  await page.evaluate(settled);
  return page;
}

const getTop = async (page: Page, index: number): Promise<number> =>
  (await getPlace(getStored(page, `Thread ${index} `))).y;

const firstVisible = `(() => {
  const list = document.querySelector('.message-list').getBoundingClientRect();
  const rows = [...document.querySelectorAll('[data-message-id]')];
  const row = rows.find((each) => each.getBoundingClientRect().top >= list.top);
  return { id: row.dataset.messageId, top: row.getBoundingClientRect().top };
})()`;

/** Step by step to the top or for so many steps; reports each row in view that moved by anything else than the step. */
const scrollUp = (steps: number, step = 120): string => `(async () => {
  const list = document.querySelector('.message-list');
  const painted = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  const placed = () => new Map([...list.querySelectorAll('[data-message-id]')]
    .map((row) => [row.dataset.messageId, row.getBoundingClientRect().top]));
  const edge = list.getBoundingClientRect();
  const jumps = [];
  const step = ${step};
  const moved = (before, after) => [...before]
    .filter(([id, top]) => top >= edge.top && top + step < edge.bottom && after.has(id))
    .map(([id, top]) => [id, Math.round(after.get(id) - top - step)])
    .find(([, off]) => Math.abs(off) > 1);
  for (let i = 0, atTop = 0; i < ${steps} && atTop < 30; i++) {
    const before = placed();
    const room = list.scrollTop;
    list.scrollTop -= step;
    await painted();
    atTop = room === 0 ? atTop + 1 : 0;
    if (room < step || moved(before, placed()) === undefined) continue;
    // What came in just now is drawn, and its heights are only known with the next frame.
    await painted();
    const jump = moved(before, placed());
    if (jump !== undefined) jumps.push('step ' + i + ': ' + jump[0] + ' jumped by ' + jump[1] + ' px');
  }
  return jumps;
})()`;
