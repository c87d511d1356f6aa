/** What a channel is for, wherever it is said. */
import assert from 'node:assert/strict';
import { done, onOneServer } from './stage.ts';

onOneServer('Channel descriptions', (sentence) => {
  sentence(
    'A channel description is one line in the channel list, which leads only to the channel',
    async (_t, stage) => {
      const description = '![](/user_uploads/x.png) <b>bold</b> *slanted* [elsewhere](https://example.com)';
      await done(stage.as('ada').patch(`/streams/${stage.weaving}`, { description }));
      const page = await stage.openPage('ben', '/channels');
      const row = page.getByRole('main').getByRole('link', { name: /elsewhere/ });
      await row.waitFor();
      assert.equal(await row.locator('em').innerText(), 'slanted');
      assert.equal(await row.locator('a, b, img').count(), 0);
    },
  );
});
