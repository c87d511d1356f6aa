/** What a channel is for, wherever it is said. */
import assert from 'node:assert/strict';
import { getDialog } from './page.ts';
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

  sentence(
    'A channel description is one line above its conversation, and complete when clicked',
    async (_t, stage) => {
      const description =
        'Threads of **every** weight :tada:\n\n* [The guide](https://example.com/guide)\n* `wool`';
      await done(stage.as('ada').patch(`/streams/${stage.weaving}`, { description }));
      const page = await stage.openPage('ben', stage.topicPath('threads'));
      const line = page.getByRole('button', { name: /^Threads of every weight 🎉/ });
      await line.waitFor();
      assert.equal(await line.locator('strong').innerText(), 'every');
      assert.equal(await line.locator('a, li, p').count(), 0);
      await line.click();
      const all = getDialog(page, 'About weaving');
      assert.equal(
        await all.getByRole('link', { name: 'The guide' }).getAttribute('href'),
        'https://example.com/guide',
      );
      await page.keyboard.press('Escape');
      await all.waitFor({ state: 'detached' });
    },
  );
});
