/** Barriers of accessibility, as far as a program can find them. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  id: string;
  impact: string | null;
  nodes: { html: string; failureSummary?: string }[];
}

/** Of impact serious or critical. */
export const seriousOn = (page: Page): Promise<string[]> => run(page, {});

/** Of colours alone, as for a page in another theme. */
export const unreadableOn = (page: Page): Promise<string[]> => run(page, { runOnly: ['color-contrast'] });

async function run(page: Page, options: { runOnly?: string[] }): Promise<string[]> {
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(axe);
  // What has just appeared has its colours with the next frame.
  await page.evaluate('new Promise(requestAnimationFrame).then(() => new Promise(requestAnimationFrame))');
  const { violations } = await page.evaluate<{ violations: Violation[] }>(
    `axe.run(document, ${JSON.stringify({ resultTypes: ['violations'], ...options })})`,
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html} ${node.failureSummary ?? ''}`));
}
