/** The page as it is kept in the browser: without a server, and with a newer one. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { getCompose, isFilled, getStored } from './page.ts';
import { inBrowsers, until } from './stage.ts';

const whenKept = (page: Page) =>
  until('a service worker looks after the page', () =>
    page.evaluate<boolean>('navigator.serviceWorker.controller !== null'),
  );

inBrowsers('The installed app', (sentence) => {
  sentence('A visited page opens without the server, shows cached data, and recovers', async (_t, stage) => {
    const path = stage.topicPath('yarn');
    await stage.say('ben', 'yarn', 'Two skeins are left.');
    const ada = await stage.openPage('ada', path);
    await getStored(ada, 'Two skeins are left.').waitFor();
    await whenKept(ada);
    await getCompose(ada).fill('Keep one for');
    await stage.server.stop('SIGKILL');
    await until('it is being kept', () =>
      ada.evaluate<boolean>("localStorage.getItem('heddle-kept') !== null"),
    );
    // A device without room for more than what was written.
    await ada.evaluate("localStorage.removeItem('heddle-kept')");
    await ada.reload();
    await ada.getByRole('heading', { name: 'Cannot reach the server' }).waitFor();
    await ada.getByRole('listitem').filter({ hasText: 'Keep one for' }).waitFor();

    await stage.server.start();
    await getStored(ada, 'Two skeins are left.').waitFor();
    await isFilled(getCompose(ada), 'Keep one for');
    assert.equal(new URL(ada.url()).pathname, path);
  });

  sentence('The service worker caches files named by their content, and nothing else', async (_t, stage) => {
    const ada = await stage.openPage('ada', '/feed');
    await whenKept(ada);
    await ada.reload();
    await ada.goto(stage.topicPath('yarn'));
    await getCompose(ada).waitFor();
    let kept: string[] = [];
    await until('the page itself is kept', async () => {
      kept = await ada.evaluate<string[]>(`(async () => {
        const caches_ = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
        const requests = await Promise.all(caches_.map((cache) => cache.keys()));
        return requests.flat().map(({ url }) => new URL(url).pathname);
      })()`);
      return kept.includes('/');
    });
    assert.deepEqual(
      kept.filter((path) => path !== '/' && !path.startsWith('/assets/')),
      [],
    );
  });
});
