/** What becomes of a message that is on its way while the server dies. */
import assert from 'node:assert/strict';
import { getCompose, isFilled, readMessage, getStored, write } from './page.ts';
import { inBrowsers } from './stage.ts';

inBrowsers('Interrupted sends', (sentence) => {
  for (const isTaken of [true, false])
    sentence(
      `A message exists once when the server is killed ${isTaken ? 'after' : 'before'} accepting it`,
      async (_t, stage) => {
        const path = stage.topicPath('fuse');
        const ben = await stage.openPage('ben', path, { serviceWorkers: 'block' });
        await write(ben, 'Lights flicker.');
        await getStored(ben, 'Lights flicker.').waitFor();
        let isKilled = false;
        await ben.route('**/api/v1/messages', async (route) => {
          if (isKilled || route.request().method() !== 'POST') return route.continue();
          isKilled = true;
          if (isTaken) await route.fetch();
          await stage.server.stop('SIGKILL');
          return route.abort('connectionreset');
        });
        await write(ben, 'There it goes.');
        await ben.getByRole('status').getByText('Reconnecting').waitFor();
        await readMessage(ben, 'There it goes.').waitFor();
        await getCompose(ben).fill('And then');
        assert.ok(isKilled);

        await stage.server.start();
        await getStored(ben, 'There it goes.').waitFor();
        await isFilled(getCompose(ben), 'And then');
        await getCompose(ben).fill('And then light.');
        await ben.keyboard.press('Control+Enter');
        await getStored(ben, 'And then light.').waitFor();
        for (const text of ['Lights flicker.', 'There it goes.', 'And then light.']) {
          assert.equal(await readMessage(ben, text).count(), 1, text);
          assert.equal(await stage.count('fuse', text), 1, text);
        }
      },
    );
});
