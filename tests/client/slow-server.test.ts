/** What a person sees of a server that is too busy to respond: it recovers without them. */
import assert from 'node:assert/strict';
import { getButton, goTo, getStored, readMessage, write } from './page.ts';
import { onOneServer, until, type Stage, type Page } from './stage.ts';

/** A page that is open, beside a conversation that is not. */
async function openBeside(stage: Stage, topic: string): Promise<Page> {
  for (const each of [`beside ${topic}`, topic]) await stage.say('ada', each, `Said in ${each}.`);
  const page = await stage.openPage('ben', stage.topicPath(`beside ${topic}`));
  await getStored(page, `Said in beside ${topic}.`).waitFor();
  return page;
}

const failed = (page: Page) =>
  page.getByRole('heading', { name: /^(These messages|The conversations) could not be loaded$/ });

/** The second response waits until the first one was seen; the third is the server's own. */
async function tooBusyTwice(page: Page) {
  const { promise: seen, resolve: see } = Promise.withResolvers<unknown>();
  const responses = [
    { status: 429, headers: { 'Retry-After': '1' }, body: '{}' },
    { status: 503, body: '{}' },
  ];
  await page.route('**/api/v1/messages?*', async (route) => {
    if (responses.length === 1) await seen;
    const next = responses.shift();
    await (next === undefined ? route.continue() : route.fulfill(next));
  });
  return { responses, goOn: () => see(undefined) };
}

async function readWhy(page: Page): Promise<void> {
  await failed(page).waitFor();
  await page.getByText('Try again in 1 second.').waitFor();
  await page.getByText('Retrying automatically.').waitFor();
  await getButton(page, 'Retry').waitFor();
}

onOneServer('An overloaded server', (sentence) => {
  sentence('A conversation on an overloaded server explains the delay and then loads', async (_t, stage) => {
    const page = await openBeside(stage, 'mills');
    const busy = await tooBusyTwice(page);
    await goTo(page, stage.topicPath('mills'));
    await readWhy(page);
    busy.goOn();
    await getStored(page, 'Said in mills.').waitFor();
    await failed(page).waitFor({ state: 'detached' });
    assert.deepEqual(busy.responses, [], 'it asked three times');
  });

  sentence(
    'Recent conversations on an overloaded server explain the delay and then load',
    async (_t, stage) => {
      const page = await openBeside(stage, 'sluices');
      const busy = await tooBusyTwice(page);
      await goTo(page, '/recent');
      await readWhy(page);
      busy.goOn();
      const list = page.getByRole('main').getByRole('list', { name: 'Recent conversations' });
      await list.getByRole('link', { name: 'beside sluices' }).waitFor();
      await failed(page).waitFor({ state: 'detached' });
      assert.deepEqual(busy.responses, [], 'it asked three times');
    },
  );

  sentence('A conversation on an overloaded server can be retried immediately', async (_t, stage) => {
    const page = await openBeside(stage, 'weirs');
    let asked = 0;
    await page.route('**/api/v1/messages?*', (route) =>
      asked++ === 0
        ? route.fulfill({ status: 429, headers: { 'Retry-After': '86400' }, body: '{}' })
        : route.continue(),
    );
    await goTo(page, stage.topicPath('weirs'));
    await failed(page).waitFor();
    await getButton(page, 'Retry').click();
    await getStored(page, 'Said in weirs.').waitFor();
    assert.equal(asked, 2);
  });

  sentence('A conversation on an overloaded server can be left and reopened', async (_t, stage) => {
    const page = await openBeside(stage, 'locks');
    let asked = 0;
    const { promise: held, resolve: release } = Promise.withResolvers<unknown>();
    await page.route('**/api/v1/messages?*', async (route) => {
      asked++;
      await held;
      await route.continue();
    });
    await goTo(page, stage.topicPath('locks'));
    await until('it is asked for', () => Promise.resolve(asked === 1));
    await page.goBack();
    await getStored(page, 'Said in beside locks.').waitFor();
    await page.goForward();
    await getStored(page, 'Said in beside locks.').waitFor({ state: 'detached' });
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
    assert.equal(await page.getByText('No messages yet').count(), 0);
    release(undefined);
    await getStored(page, 'Said in locks.').waitFor();
    assert.equal(asked, 1);
  });

  sentence(
    'Messages without a connection wait in their place, to be sent or discarded',
    async (_t, stage) => {
      const page = await openBeside(stage, 'dams');
      let isCut = true;
      await page.route('**/api/v1/messages', (route) =>
        isCut && route.request().method() === 'POST' ? route.abort() : route.continue(),
      );
      await write(page, 'Is it open?');
      await readMessage(page, 'Is it open?').getByRole('status').getByText('Not sent yet').waitFor();
      await write(page, 'It is not.');
      await getButton(readMessage(page, 'Is it open?'), 'Discard').click();
      await page.getByText('Is it open?').waitFor({ state: 'detached' });
      await readMessage(page, 'It is not.').getByText('Not sent yet').waitFor();
      isCut = false;
      await getButton(readMessage(page, 'It is not.'), 'Try now').click();
      await getStored(page, 'It is not.').waitFor();
      assert.equal(await stage.count('beside dams', 'It is not.'), 1);
      assert.equal(await stage.count('beside dams', 'Is it open?'), 0);
    },
  );
});
