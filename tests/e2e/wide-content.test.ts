/** Tables, code and formulas that are wider than a message. */
import type { Locator, Page } from 'playwright-core';
import { readMessage } from './page.ts';
import { onOneServer, until, type Stage } from './stage.ts';

const cells = (text: string): string => `|${` ${text} |`.repeat(12)}`;
const code = (line: string): string => ['```text', line, '```'].join('\n');
const formula = (terms: number): string =>
  ['```math', 'a + b'.concat(' + c_{1234}'.repeat(terms)), '```'].join('\n');
const table = (text: string): string => [cells(text), cells('---'), cells(text)].join('\n');

const wide: Record<string, string> = {
  Table: `Wide table\n\n${table('madder_red')}`,
  Code: `Wide code\n${code('weft '.repeat(60))}`,
  Formula: `Wide formula\n${formula(30)}`,
};
const narrow = `Narrow\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n${code('weft '.repeat(10))}\n${formula(1)}`;

async function open(stage: Stage, topic: string): Promise<Page> {
  for (const text of [...Object.values(wide), narrow]) await stage.say('ben', topic, text);
  const page = await stage.openPage('ada', stage.topicPath(topic));
  await readMessage(page, 'Narrow').waitFor();
  return page;
}

/** The shadow that shows where it continues. */
async function getEdges(box: Locator): Promise<string> {
  const classes = (await box.getAttribute('class'))?.split(' ') ?? [];
  return ['left', 'right'].filter((side) => classes.includes(`wide-${side}`)).join(' ');
}

onOneServer('Wide content', (sentence) => {
  sentence(
    'Wide content fades at its edge and scrolls by keys, and content that fits is not a keyboard stop',
    async (_t, stage) => {
      const page = await open(stage, 'wide');
      for (const name of Object.keys(wide)) {
        const box = page.getByRole('region', { name, exact: true });
        await until(
          'those that are narrow are no places of their own',
          async () => (await box.count()) === 1,
        );
        await until(`${name} continues to the right`, async () => (await getEdges(box)) === 'right');
        await box.focus();
        await page.keyboard.press('ArrowRight');
        await until(`${name} continues on both sides`, async () => (await getEdges(box)) === 'left right');
        await box.evaluate((element) => Reflect.set(element, 'scrollLeft', 10_000));
        await until(`${name} is at its end`, async () => (await getEdges(box)) === 'left');
      }

      await page.getByRole('region', { name: 'Code' }).waitFor();
      const small = readMessage(page, 'Narrow').locator('pre, .table-box, .katex-display');
      await until('all of them are there', async () => (await small.count()) === 3);
      for (const box of await small.all())
        await until(
          'it is no place of its own',
          async () =>
            (await box.getAttribute('tabindex')) === null && (await box.getAttribute('role')) === null,
        );
      await page.setViewportSize({ width: 390, height: 900 });
      await until(
        'the middling line is wide on a phone',
        async () => (await readMessage(page, 'Narrow').locator('pre').getAttribute('role')) === 'region',
      );
      await page.setViewportSize({ width: 1440, height: 900 });
      await until(
        'and is not in a wide window',
        async () => (await readMessage(page, 'Narrow').locator('pre').getAttribute('tabindex')) === null,
      );
    },
  );
});
