/** Where the buttons of a message are drawn at the edges of the list. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { getStored, settled } from './page.ts';
import { done, onOneServer, until, type Stage } from './stage.ts';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { getOverlays, partsOfOverlays } from './overlays.ts';

async function converse(stage: Stage, topic: string): Promise<void> {
  for (let i = 1; i <= 30; i++) await stage.say('ben', topic, `${topic} ${String(i)}: wound.`);
  const all = { anchor: 'newest', num_before: 1000, num_after: 0, narrow: [], op: 'add', flag: 'read' };
  await done(stage.as('ada').post('/messages/flags/narrow', all));
}

/** A point of a message of which `px` are in view at an edge of the list, once it is scrolled so. */
const cutAt = (edge: 'top' | 'bottom', px: number): string => `(async () => {
  const list = document.querySelector('.message-list');
  const bar = () => document.querySelector('.conversation-sticky')?.getBoundingClientRect().bottom ?? list.getBoundingClientRect().top;
  const painted = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  for (let i = 0; i < 5; i++) {
    const box = list.getBoundingClientRect();
    const from = ${edge === 'top' ? 'bar()' : 'box.bottom'};
    const isIn = (each) => each.getBoundingClientRect().${edge === 'top' ? 'bottom > from' : 'bottom >= from'} ;
    const message = [...list.querySelectorAll('article')].find(isIn);
    const place = message.getBoundingClientRect();
    list.scrollTop += ${edge === 'top' ? `place.bottom - from - ${px}` : `place.top - from + ${px}`};
    await painted();
  }
  const box = list.getBoundingClientRect();
  return { x: box.left + 200, y: ${edge === 'top' ? 'bar() + 2' : 'box.bottom - 2'} };
})()`;

/** Whether all corners of the visible buttons are within the list and covered by nothing. */
const buttonsFree = `(() => {
  const shown = [...document.querySelectorAll('.message:hover .message-actions')];
  if (shown.length !== 1 || getComputedStyle(shown[0]).opacity !== '1') return 'not shown';
  const { left, right, top, bottom } = shown[0].getBoundingClientRect();
  const list = document.querySelector('.message-list').getBoundingClientRect();
  if (top < list.top || bottom > list.bottom) return 'beyond the list by ' + Math.max(list.top - top, bottom - list.bottom) + ' px';
  const isFree = (x, y) => document.elementFromPoint(x, y)?.closest('.message-actions') === shown[0];
  return [[left + 8, top + 2], [right - 8, top + 2], [left + 8, bottom - 2], [right - 8, bottom - 2]].every(([x, y]) => isFree(x, y)) || 'covered';
})()`;

async function hoverCut(page: Page, edge: 'top' | 'bottom', px: number): Promise<void> {
  await page.mouse.move(1, 1);
  const { x, y } = await page.evaluate<{ x: number; y: number }>(cutAt(edge, px));
  await page.mouse.move(x, y);
  let found: unknown;
  const isFree = async () => (found = await page.evaluate<unknown>(buttonsFree)) === true;
  await until(`the buttons of a message cut at the ${edge} are free`, isFree).catch((error: unknown) => {
    assert.equal(found, true, `${String(px)} px at the ${edge}`);
    throw error;
  });
}

onOneServer('Buttons of a message', (sentence) => {
  sentence(
    'The buttons of a message that is half beyond an edge of the list are whole, also below the recipient bar',
    async (_t, stage) => {
      await converse(stage, 'bobbin');
      const viewport = { width: 1100, height: 500 };
      for (const path of [stage.topicPath('bobbin'), '/feed']) {
        const page = await stage.openPage('ada', path, { viewport });
        await getStored(page, 'bobbin 30:').waitFor();
        await page.mouse.move(500, 200);
        await page.mouse.wheel(0, -200);
        await page.evaluate(settled);
        for (const px of [6, 16, 24]) await hoverCut(page, 'top', px);
        for (const px of [6, 16, 24]) await hoverCut(page, 'bottom', px);
      }
    },
  );

  sentence('Hovering the last message makes the list no longer', async (_t, stage) => {
    await converse(stage, 'spindle');
    const page = await stage.openPage('ada', stage.topicPath('spindle'));
    const last = getStored(page, 'spindle 30:');
    await last.waitFor();
    await page.evaluate(settled);
    const height = () => page.evaluate<number>(`document.querySelector('.message-list').scrollHeight`);
    const before = await height();
    await last.hover();
    await last.getByRole('button', { name: 'More actions' }).waitFor();
    assert.equal(await height(), before);
  });
});

// No overlay is left out of the look at all of them.

const ui = fileURLToPath(new URL('../../web/src/ui/', import.meta.url));
const drawsOverlay =
  /<(?:Dialog|FormDialog|AskFirst|ConfirmDialog|HoldersDialog|CropDialog|Menu|Popover|Sheet|Tooltip|dialog)[\s>]/;

test('Every file that draws an overlay is among those that npm run check:a11y opens', () => {
  const drawing = globSync('**/*.tsx', { cwd: ui })
    .filter((file) => drawsOverlay.test(readFileSync(ui + file, 'utf8')))
    .map((file) => file.replaceAll('\\', '/').replace(/\.tsx$/, ''));
  const opened = Object.keys(getOverlays(Buffer.of())).map((key) => key.replace(/#.*$/, ''));
  const known = new Set([...opened, ...partsOfOverlays]);
  assert.deepEqual(drawing.sort(), [...known].sort());
});
