/** A message in flight while the server dies. */
import assert from 'node:assert/strict';
import { getCompose, isFilled, readMessage, getStored, write } from './page.ts';
import { withProcesses } from './stage.ts';

withProcesses('Interrupted sends', (sentence) => {
  sentence(
    'A message exists once when the server is killed after accepting it, and the page recovers',
    async (_t, stage) => {
      const path = stage.topicPath('fuse');
      const ben = await stage.openPage('ben', path, { holdsRequests: true });
      await write(ben, 'Lights flicker.');
      await getStored(ben, 'Lights flicker.').waitFor();
      let isKilled = false;
      await ben.route('**/api/v1/messages', async (route) => {
        if (isKilled || route.request().method() !== 'POST') return route.continue();
        isKilled = true;
        await route.fetch();
        await stage.server.stop('SIGKILL');
        return route.abort('connectionreset');
      });
      await write(ben, 'There it goes.');
      const reconnecting = ben.getByRole('status').getByText('Reconnecting');
      await reconnecting.waitFor();
      await readMessage(ben, 'There it goes.').waitFor();
      assert.ok(isKilled);
      await write(ben, 'In the dark.');
      await getCompose(ben).fill('And then');

      await stage.server.start();
      await stage.say('ada', 'fuse', 'Was that the fuse?');
      await getStored(ben, 'Was that the fuse?').waitFor();
      for (const text of ['There it goes.', 'In the dark.']) await getStored(ben, text).waitFor();
      await reconnecting.waitFor({ state: 'detached' });
      await isFilled(getCompose(ben), 'And then');
      await write(ben, 'And then light.');
      await getStored(ben, 'And then light.').waitFor();
      for (const text of ['Lights flicker.', 'There it goes.', 'In the dark.', 'And then light.']) {
        assert.equal(await readMessage(ben, text).count(), 1, text);
        assert.equal(await stage.count('fuse', text), 1, text);
      }
    },
  );
});
