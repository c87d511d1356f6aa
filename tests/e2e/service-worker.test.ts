/** What the service worker caches. */
import assert from 'node:assert/strict';
import { getCompose, untilControlled } from './page.ts';
import { inBrowsers, until, withWorker } from './stage.ts';

inBrowsers('The installed app', (sentence) => {
  sentence('The service worker caches files named by their content, and nothing else', async (_t, stage) => {
    const ada = await stage.openPage('ada', '/feed', withWorker);
    await untilControlled(ada);
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
    assert.deepEqual(
      kept.filter((path) => /\/assets\/(?:ar|fr)-/.test(path)),
      [],
      'languages that nobody reads here',
    );
  });
});
