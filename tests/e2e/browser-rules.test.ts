/** What the content security policy forbids. */
import assert from 'node:assert/strict';
import { inBrowsers, until } from './stage.ts';
import { watch, type Watched } from './watch.ts';

inBrowsers('Every page', (sentence) => {
  sentence('Pages run only the server’s own scripts', async (_t, stage) => {
    const seen: Watched = { complaints: [] };
    const page = await stage.openBrowser();
    page.context().removeAllListeners('console');
    watch(page.context(), seen);
    await page.goto('/login');
    await page.evaluate(
      `document.body.append(Object.assign(document.createElement('script'), { textContent: 'window.isIn = 1' }))`,
    );
    await until('the browser says that it refused', async () => seen.complaints.length > 0);
    assert.equal(await page.evaluate('window.isIn'), undefined);
  });
});
