/** What a channel is for, wherever it is said. */
import assert from 'node:assert/strict';
import { getDialog, getPlace } from './page.ts';
import { done, onOneServer } from './stage.ts';

onOneServer('Channel descriptions', (sentence) => {
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
      assert.equal((await getPlace(line)).height, 32);
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
