import assert from 'node:assert/strict';
import {
  getButton,
  getCompose,
  getLeft,
  getToast,
  goTo,
  getStored,
  isFilled,
  loseQueue,
  readMessage,
  write,
} from './page.ts';
import { inWindows } from './stage.ts';

inWindows('Lost connections', (sentence) => {
  sentence(
    'The offline notice disappears once the server is back, without further activity',
    async (_t, stage) => {
      const ben = await stage.openPage('ben', stage.topicPath('calm'));
      await getCompose(ben).waitFor();
      let isBack = false;
      await ben.route('**/api/v1/events?*', (route) => {
        if (!isBack) return route.abort();
        // Anyone who waits for something to happen waits for good.
        const isAtOnce = new URL(route.request().url()).searchParams.get('dont_block') === 'true';
        return isAtOnce ? route.fulfill({ json: { result: 'success', msg: '', events: [] } }) : undefined;
      });
      // What it waits for already ends, so that it asks again.
      await stage.say('ada', 'calm', 'The last message.');
      const banner = ben.getByRole('status').getByText('Reconnecting');
      await banner.waitFor();
      isBack = true;
      await banner.waitFor({ state: 'detached' });
    },
  );

  sentence(
    'Missed messages load automatically, though the server is too busy at first',
    async (_t, stage) => {
      await stage.say('ada', 'rain', 'Before the rain.');
      const ben = await stage.openPage('ben', stage.topicPath('rain'));
      await getStored(ben, 'Before the rain.').waitFor();
      const responses = [
        { status: 429, headers: { 'Retry-After': '1' }, body: '{}' },
        { status: 500, body: '{}' },
      ];
      await ben.route('**/api/v1/messages?*', (route) => {
        const next = responses.shift();
        return next === undefined ? route.continue() : route.fulfill(next);
      });
      await loseQueue(ben, () => stage.say('ada', 'rain', 'While his queue was lost.'));
      await stage.say('ada', 'rain', 'The last that he receives.');
      await getStored(ben, 'While his queue was lost.').waitFor();
      assert.deepEqual(responses, [], 'he asked three times');
      assert.equal(await readMessage(ben, 'While his queue was lost.').count(), 1);
    },
  );

  sentence('A missed conversation appears among the recent ones', async (_t, stage) => {
    await stage.say('ada', 'hail', 'Before the hail.');
    const ben = await stage.openPage('ben', '/recent');
    const list = ben.getByRole('main').getByRole('list', { name: 'Recent conversations' });
    await list.getByRole('link', { name: 'hail' }).waitFor();
    await loseQueue(ben, () => stage.say('ada', 'sleet', 'While his queue was lost.'));
    await stage.say('ada', 'snow', 'The last that he receives.');
    await list.getByRole('link', { name: 'snow' }).waitFor();
    await list.getByRole('link', { name: 'sleet' }).waitFor();
  });

  sentence(
    'A file that is sent while offline is sent later, though its conversation was left',
    async (_t, stage) => {
      const ben = await stage.openPage('ben', stage.topicPath('files'));
      const input = ben.locator('.compose input[type=file]');
      await input.waitFor({ state: 'attached' });
      await ben.context().setOffline(true);
      const note = { name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('A note.') };
      await input.setInputFiles(note);
      await getCompose(ben).fill('Here:\n');
      await getButton(ben, 'Send').click();
      await ben.getByText('note.txt: waiting for the connection').waitFor();
      await goTo(ben, stage.topicPath('left for'));
      await isFilled(getCompose(ben), '');
      await ben.context().setOffline(false);
      await getToast(ben, 'Sent to weaving › files').waitFor();
      const [message] = await stage.read('ada', 'files');
      assert.match(message?.content ?? '', /^Here:\n\s*\[note\.txt\]\(\/user_uploads\/\S+\)$/);
    },
  );

  sentence('Text typed while offline stays, and sent messages arrive once', async (_t, stage) => {
    const path = stage.topicPath('bobbins');
    const [ada, ben] = [await stage.openPage('ada', path), await stage.openPage('ben', path)];
    await getCompose(ada).waitFor();
    await getCompose(ben).fill('Where are the');
    await ben.context().setOffline(true);
    await ben.getByRole('status').getByText('You are offline').waitFor();
    await getCompose(ben).pressSequentially(' bobbins?');
    await isFilled(getCompose(ben), 'Where are the bobbins?');

    await ben.getByRole('button', { name: 'Send', exact: true }).click();
    await readMessage(ben, 'Where are the bobbins?').waitFor();
    await getCompose(ben).fill('And the sh');
    assert.equal(await stage.count('bobbins', 'Where are the bobbins?'), 0);

    await ben.context().setOffline(false);
    await getStored(ada, 'Where are the bobbins?').waitFor();
    await getStored(ben, 'Where are the bobbins?').waitFor();
    assert.equal(await getCompose(ben).inputValue(), 'And the sh');
    // Whatever would have been sent again has been by the time that the next one is there.
    await write(ben, 'And the shuttles?');
    await getStored(ada, 'And the shuttles?').waitFor();
    assert.equal(await readMessage(ben, 'Where are the bobbins?').count(), 1);
    assert.equal(await stage.count('bobbins', 'Where are the bobbins?'), 1);
  });

  sentence(
    'A failed load is explained, and the messages appear once the connection is back',
    async (_t, stage) => {
      for (const topic of ['here', 'there']) await stage.say('ben', topic, `Said ${topic}.`);
      const page = await stage.openPage('ada', stage.topicPath('here'));
      await getStored(page, 'Said here.').waitFor();
      const link = getLeft(page).getByRole('link', { name: 'there' });
      await link.waitFor();
      await page.context().setOffline(true);
      await link.click();
      await page.getByRole('heading', { name: 'These messages could not be loaded' }).waitFor();
      await page.context().setOffline(false);
      await getStored(page, 'Said there.').waitFor();
    },
  );

  sentence(
    'A message that the server stopped before accepting is sent once it is back',
    async (_t, stage) => {
      const ben = await stage.openPage('ben', stage.topicPath('fuse'));
      await write(ben, 'Lights flicker.');
      await getStored(ben, 'Lights flicker.').waitFor();
      let isStopped = false;
      await ben.route('**/api/v1/messages', async (route) => {
        if (isStopped || route.request().method() !== 'POST') return route.continue();
        isStopped = true;
        await stage.server.stop();
        return route.abort();
      });
      await write(ben, 'There it goes.');
      await ben.getByRole('status').getByText('Reconnecting').waitFor();
      await readMessage(ben, 'There it goes.').waitFor();
      await getCompose(ben).fill('And then');
      assert.ok(isStopped);

      await stage.server.start();
      await getStored(ben, 'There it goes.').waitFor();
      await isFilled(getCompose(ben), 'And then');
      for (const text of ['Lights flicker.', 'There it goes.']) {
        assert.equal(await readMessage(ben, text).count(), 1, text);
        assert.equal(await stage.count('fuse', text), 1, text);
      }
    },
  );
});
