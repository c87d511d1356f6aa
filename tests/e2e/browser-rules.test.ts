/** What holds of every page: people who see or hear it differently can use it, and the browser lets it do nothing foreign. */
import assert from 'node:assert/strict';
import { seriousOn } from './axe.ts';
import { leftShown, getStored } from './page.ts';
import { inBrowsers, until } from './stage.ts';
import { watch, type Watched } from './watch.ts';

inBrowsers('Every page', (sentence) => {
  for (const colorScheme of ['light', 'dark'] as const)
    sentence(`Pages are accessible in the ${colorScheme} theme`, async (_t, stage) => {
      await stage.say('ben', 'carding', 'See **this** `code`, and https://example.com.');
      await stage.say('ben', 'carding', '> A quote\n\nand an answer.');
      const reducedMotion = 'reduce';
      const signIn = await stage.openBrowser({ colorScheme, reducedMotion });
      await signIn.goto('/login');
      await signIn.getByLabel('Password').waitFor();
      assert.deepEqual(await seriousOn(signIn), [], 'sign-in page');

      const page = await stage.openPage('ada', '/feed', { colorScheme, reducedMotion });
      for (const path of ['/feed', stage.topicPath('carding')]) {
        await page.goto(path);
        await getStored(page, 'and an answer.').waitFor();
        await leftShown(page);
        assert.deepEqual(await seriousOn(page), [], path);
      }
    });

  sentence('Pages run only the server’s own scripts', async (_t, stage) => {
    const page = await stage.openPage('ada', '/feed');
    await leftShown(page);
    const seen: Watched = { complaints: [] };
    const other = await stage.openBrowser();
    other.context().removeAllListeners('console');
    watch(other.context(), seen);
    await other.goto('/login');
    await other.evaluate(
      `document.body.append(Object.assign(document.createElement('script'), { textContent: 'window.isIn = 1' }))`,
    );
    await until('the browser says that it refused', async () => seen.complaints.length > 0);
    assert.equal(await other.evaluate('window.isIn'), undefined);
  });
});
