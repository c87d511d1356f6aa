/** Recipient headers in views with several conversations. */
import assert from 'node:assert/strict';
import { settled, getStored } from './page.ts';
import { done, onOneServer, until, type Stage } from './stage.ts';

/** More than a screen of each, in turn. */
async function converse(stage: Stage, topics: readonly string[]): Promise<void> {
  for (const topic of topics)
    for (let i = 1; i <= 12; i++)
      await stage.say('ben', topic, `${topic} ${String(i)}: ${'spun and wound. '.repeat(20)}`);
  const all = { anchor: 'newest', num_before: 1000, num_after: 0, narrow: [], op: 'add', flag: 'read' };
  await done(stage.as('ada').post('/messages/flags/narrow', all));
}

interface HeaderPosition {
  /** Where the header of the next conversation is, px below the upper edge of the list. */
  header: number;
  /** The conversation of the first message that is not hidden. */
  reading: string;
  /** The names that stand free, and how far below the upper edge. */
  names: Record<string, number>;
  /** How far the header that repeats one is below the upper edge, and how much of a line is to be seen beneath it, in px. */
  bar?: { top: number; line: number };
}

/** Scrolls pixel by pixel from where the first header named so is `from` below the upper edge to where it is at `to`. */
const passHeader = (name: string, from: number, to: number): string => `(async () => {
  const list = document.querySelector('.message-list');
  const upper = list.getBoundingClientRect().top;
  const painted = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  const links = () => [...document.querySelectorAll('.conversation-header-name')];
  const header = () => links().find((link) => link.textContent === ${JSON.stringify(name)} && link.closest('[role=listitem]'));
  const place = () => header().closest('[role=listitem]').getBoundingClientRect().top - upper;
  const isFree = (link) => {
    const { left, top, bottom } = link.getBoundingClientRect();
    return [top + 1, bottom - 1].every((y) => {
      const there = document.elementFromPoint(left + 2, y)?.closest('.conversation-header-name');
      return y > upper && there?.textContent === link.textContent;
    });
  };
  const seen = [];
  const look = () => {
    const [bar, line] = ['', '-line'].map((part) => document.querySelector('.conversation-sticky' + part)?.getBoundingClientRect());
    const covered = (bar?.bottom ?? upper) + 2;
    const first = [...list.querySelectorAll('article')].find((each) => each.getBoundingClientRect().bottom > covered);
    const names = links().filter(isFree).map((link) => [link.textContent, link.getBoundingClientRect().top - upper]);
    seen.push({
      header: place(),
      reading: first.textContent.match(/(warp|weft) \\d+:/)[1],
      names: Object.fromEntries(names),
      bar: bar && { top: bar.top - upper, line: line.bottom - bar.bottom },
    });
  };
  const step = ${to} < ${from} ? 1 : -1;
  list.scrollTop += place() - ${from};
  for (let i = 0; i < 5; i++) await painted();
  for (let i = 0; i <= ${Math.abs(to - from)}; i++) {
    look();
    list.scrollTop += step;
    await painted();
    await painted();
  }
  return seen;
})()`;

onOneServer('Mixed views', (sentence) => {
  sentence(
    'Scrolling through several conversations shows the current one at each pixel, without jumps',
    async (_t, stage) => {
      await converse(stage, ['warp', 'weft']);
      const page = await stage.openPage('ada', '/feed');
      await getStored(page, 'weft 12:').waitFor();
      await getStored(page, 'weft 12:').hover();
      await until('the other conversation is visible', async () => {
        if ((await getStored(page, 'warp 12:').count()) > 0) return true;
        await page.mouse.wheel(0, -200);
        await page.evaluate(settled);
        return false;
      });
      for (const [from, to] of [
        [70, -70],
        [-70, 70],
      ] as const) {
        const seen = await page.evaluate<HeaderPosition[]>(passHeader('weft', from, to));
        assert.deepEqual([...new Set(seen.map(({ reading }) => reading))].sort(), ['warp', 'weft']);
        let before: number | undefined;
        for (const { header, reading, names, bar } of seen) {
          if (bar !== undefined)
            assert.ok(
              bar.top > 0 ? bar.top + bar.line <= 1.01 : Math.abs(bar.line - 1) <= 0.01,
              `${String(bar.line)} px of a line where the header is at ${String(bar.top)} px`,
            );
          assert.ok(
            reading in names,
            `${reading} has no name where the next header is at ${String(header)} px`,
          );
          if (before !== undefined && names.weft !== undefined)
            assert.ok(
              Math.abs(names.weft - before) <= 1.1,
              `jumped where the header is at ${String(header)} px`,
            );
          before = names.weft;
        }
      }
    },
  );
});
