/** Accessibility barriers, as far as a program can find them. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  id: string;
  nodes: { html: string; failureSummary?: string }[];
}

interface Options {
  runOnly?: string[];
  rules?: Record<string, { enabled: boolean }>;
}

/** Lists barriers of every impact. */
export const barriersOn = (page: Page, options: Options = {}): Promise<string[]> => run(page, options);

/** Checks colours alone, as for a page in another theme. */
export const unreadableOn = (page: Page): Promise<string[]> => run(page, { runOnly: ['color-contrast'] });

/** As a dialog, a menu lies over the landmarks: it has the focus while it is open. */
const menusApart = `axe.configure({ checks: [{ id: 'region', options: {
  regionMatcher: 'dialog, [role=dialog], [role=alertdialog], [role=menu], svg' } }] })`;

async function run(page: Page, options: Options): Promise<string[]> {
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(`${axe};${menusApart}`);
  // What has just appeared has its colours with the next frame.
  await page.evaluate('new Promise(requestAnimationFrame).then(() => new Promise(requestAnimationFrame))');
  const violations = await page.evaluate<Violation[]>(
    `axe.run(document, ${JSON.stringify({ resultTypes: ['violations'], ...options })}).then(({ violations }) => violations)`,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.html} ${node.failureSummary ?? ''}`),
  );
}
