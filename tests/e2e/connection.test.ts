import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { composeOf, isFilled, messageOf, storedOf, write } from './page.ts';
import { inBrowsers } from './stage.ts';

/** From the next request on: what happens meanwhile nobody tells the page. */
async function loseQueue(page: Page, meanwhile: () => Promise<void>): Promise<void> {
  const lost = { result: 'error', msg: 'Bad event queue ID', code: 'BAD_EVENT_QUEUE_ID' };
  await page.route(
    '**/api/v1/events?*',
    async (route) => {
      await meanwhile();
      await route.fulfill({ status: 400, json: lost });
    },
    { times: 1 },
  );
}

inBrowsers('Lost connections', (sentence) => {
  sentence('Text typed while offline stays, and sent messages arrive once', async (_t, stage) => {
    const path = stage.topicPath('bobbins');
    const [ada, ben] = [await stage.openPage('ada', path), await stage.openPage('ben', path)];
    await composeOf(ada).waitFor();
    await composeOf(ben).fill('Where are the');
    await ben.context().setOffline(true);
    await ben.getByRole('status').getByText('You are offline').waitFor();
    await composeOf(ben).pressSequentially(' bobbins?');
    await isFilled(composeOf(ben), 'Where are the bobbins?');

    await ben.getByRole('button', { name: 'Send', exact: true }).click();
    await messageOf(ben, 'Where are the bobbins?').waitFor();
    await composeOf(ben).fill('And the sh');
    assert.equal(await stage.count('bobbins', 'Where are the bobbins?'), 0);

    await ben.context().setOffline(false);
    await storedOf(ada, 'Where are the bobbins?').waitFor();
    await storedOf(ben, 'Where are the bobbins?').waitFor();
    assert.equal(await composeOf(ben).inputValue(), 'And the sh');
    // Whatever would have been sent again has been by the time that the next one is there.
    await write(ben, 'And the shuttles?');
    await storedOf(ada, 'And the shuttles?').waitFor();
    assert.equal(await messageOf(ben, 'Where are the bobbins?').count(), 1);
    assert.equal(await stage.count('bobbins', 'Where are the bobbins?'), 1);
  });

  sentence('A page recovers after the server was killed and is back', async (_t, stage) => {
    const ben = await stage.openPage('ben', stage.topicPath('thunder'));
    await write(ben, 'Before the storm.');
    await storedOf(ben, 'Before the storm.').waitFor();
    await stage.server.stop('SIGKILL');
    await ben.getByRole('status').getByText('Reconnecting').waitFor();
    await composeOf(ben).fill('During it.');
    await ben.getByRole('button', { name: 'Send', exact: true }).click();

    await stage.server.start();
    await stage.say('ada', 'thunder', 'Was that the fuse?');
    await storedOf(ben, 'Was that the fuse?').waitFor();
    await storedOf(ben, 'During it.').waitFor();
    await ben.getByRole('status').getByText('Reconnecting').waitFor({ state: 'detached' });
    await write(ben, 'After it.');
    await storedOf(ben, 'After it.').waitFor();
    for (const text of ['Before the storm.', 'During it.', 'After it.']) {
      assert.equal(await messageOf(ben, text).count(), 1, text);
      assert.equal(await stage.count('thunder', text), 1, text);
    }
  });

  sentence(
    'The offline notice disappears once the server is back, without further activity',
    async (_t, stage) => {
      const ben = await stage.openPage('ben', stage.topicPath('calm'), { serviceWorkers: 'block' });
      await composeOf(ben).waitFor();
      let isBack = false;
      await ben.route('**/api/v1/events?*', (route) => {
        if (!isBack) return route.abort();
        // Whoever waits for something to happen waits for good.
        const isAtOnce = new URL(route.request().url()).searchParams.get('dont_block') === 'true';
        return isAtOnce ? route.fulfill({ json: { result: 'success', msg: '', events: [] } }) : undefined;
      });
      // What it waits for already ends, so that it asks again.
      await stage.say('ada', 'calm', 'The last that anybody says.');
      const told = ben.getByRole('status').getByText('Reconnecting');
      await told.waitFor();
      isBack = true;
      await told.waitFor({ state: 'detached' });
    },
  );

  sentence(
    'Missed messages load automatically, though the server is too busy at first',
    async (_t, stage) => {
      await stage.say('ada', 'rain', 'Before the rain.');
      const ben = await stage.openPage('ben', stage.topicPath('rain'), { serviceWorkers: 'block' });
      await storedOf(ben, 'Before the rain.').waitFor();
      const answers = [
        { status: 429, headers: { 'Retry-After': '1' }, body: '{}' },
        { status: 500, body: '{}' },
      ];
      await ben.route('**/api/v1/messages?*', (route) => {
        const next = answers.shift();
        return next === undefined ? route.continue() : route.fulfill(next);
      });
      await loseQueue(ben, () => stage.say('ada', 'rain', 'While nobody told him.'));
      await stage.say('ada', 'rain', 'The last that he hears of.');
      await storedOf(ben, 'While nobody told him.').waitFor();
      assert.deepEqual(answers, [], 'he asked three times');
      assert.equal(await messageOf(ben, 'While nobody told him.').count(), 1);
    },
  );

  sentence('A missed conversation appears among the recent ones', async (_t, stage) => {
    await stage.say('ada', 'hail', 'Before the hail.');
    const ben = await stage.openPage('ben', '/recent', { serviceWorkers: 'block' });
    const list = ben.getByRole('main').getByRole('list', { name: 'Recent conversations' });
    await list.getByRole('link', { name: 'hail' }).waitFor();
    await loseQueue(ben, () => stage.say('ada', 'sleet', 'While nobody told him.'));
    await stage.say('ada', 'snow', 'The last that he hears of.');
    await list.getByRole('link', { name: 'snow' }).waitFor();
    await list.getByRole('link', { name: 'sleet' }).waitFor();
  });
});
