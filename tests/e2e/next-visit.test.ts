/** Opening the page again, from the offline cache. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { getCompose, isFilled, getLeft, readMessage, getStored, write, untilControlled } from './page.ts';
import { inBrowsers, password, until, withWorker } from './stage.ts';

/** Requests of a page to the API after this call, such as `POST /register`. Not the fetch of unread messages, which fills the offline cache later. */
function asked(page: Page): string[] {
  const requests: string[] = [];
  page.context().on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    const isKept = searchParams.get('narrow')?.includes('"unread"') === true;
    if (pathname.startsWith('/api/v1/') && !isKept)
      requests.push(`${request.method()} ${pathname.slice('/api/v1'.length)}`);
  });
  return requests;
}

/** Names of what the database holds; nothing where it is empty. */
const keptOn = (page: Page) =>
  page.evaluate<string[]>(`(async () => {
    const waitFor = (request) => new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    if (!(await indexedDB.databases()).some(({ name }) => name === 'heddle')) return [];
    const db = await waitFor(indexedDB.open('heddle'));
    const names = await waitFor(db.transaction('pieces').objectStore('pieces').getAllKeys());
    db.close();
    return names;
  })()`);

const whenKept = (page: Page, ...pieces: string[]) =>
  until(`the device keeps ${pieces.join(', ')}`, async () => {
    const kept = await keptOn(page);
    return pieces.every((piece) => kept.includes(piece));
  });

const whenEmpty = (page: Page) =>
  until('the device keeps nothing', async () => (await keptOn(page)).length === 0);

/** As by the form of the sign-in page. */
async function signIn(page: Page, username: string): Promise<void> {
  const form = { username, password };
  const headers = { 'X-Heddle-Client': 'web' };
  assert.equal((await page.request.post('/api/v1/heddle/sessions', { form, headers })).status(), 200);
}

inBrowsers('The first visit', (sentence) => {
  sentence(
    'The first visit shows messages before its script, which then asks for nothing',
    async (_t, stage) => {
      await stage.say('ben', 'yarn', 'Two skeins are left.');
      // Nobody is signed in yet, so nothing is asked and nothing kept.
      const ada = await stage.openBrowser(withWorker);
      const requests = asked(ada);
      let isSeen: () => void = () => undefined;
      const seen = new Promise<void>((resolve) => (isSeen = resolve));
      await ada.route(/\/assets\/index-[^/]*\.js$/, async (route) => {
        await seen;
        await route.continue();
      });
      await signIn(ada, stage.people.ada.email);
      await ada.goto(stage.topicPath('yarn'), { waitUntil: 'commit' });
      const early = ada.locator('#first-screen').getByText('Two skeins are left.');
      await early.waitFor();
      const place = await early.boundingBox();
      isSeen();
      await getStored(ada, 'Two skeins are left.').waitFor();
      assert.equal(await ada.locator('#first-screen').count(), 0);
      const text = getStored(ada, 'Two skeins are left.').getByText('Two skeins are left.');
      assert.equal(Math.round((await text.boundingBox())?.y ?? 0), Math.round(place?.y ?? 0));
      assert.deepEqual(
        requests.filter((one) => one === 'POST /register' || one === 'GET /messages'),
        [],
      );
      await stage.say('ben', 'yarn', 'Come and get it.');
      await getStored(ada, 'Come and get it.').waitFor();
    },
  );

  sentence('A first visit whose script is lost loads again by itself', async (_t, stage) => {
    await stage.say('ben', 'yarn', 'Two skeins are left.');
    const ada = await stage.openBrowser();
    await signIn(ada, stage.people.ada.email);
    let isLost = false;
    await ada.route(/\/assets\/index-[^/]*\.js$/, async (route) => {
      if (isLost) return route.continue();
      isLost = true;
      return route.abort();
    });
    await ada.goto(stage.topicPath('yarn'));
    await getStored(ada, 'Two skeins are left.').waitFor();
    assert.ok(isLost);
    await until('the count of attempts is removed', () =>
      ada.evaluate<boolean>("sessionStorage.getItem('heddle-load-attempts') === null"),
    );
  });
});

inBrowsers('The next visit', (sentence) => {
  sentence(
    'The next visit shows the cached state and newer events without a registration',
    async (_t, stage) => {
      await stage.say('ben', 'yarn', 'Two skeins are left.');
      const ada = await stage.openPage('ada', stage.topicPath('yarn'), withWorker);
      await getStored(ada, 'Two skeins are left.').waitFor();
      await write(ada, 'Keep one for me.');
      await getStored(ada, 'Keep one for me.').waitFor();
      await whenKept(ada, 'base', 'ranges', 'people');
      await ada.goto('about:blank');
      await stage.say('ben', 'yarn', 'It is yours.');

      const requests = asked(ada);
      await ada.goto(stage.topicPath('yarn'));
      await getStored(ada, 'It is yours.').waitFor();
      for (const text of ['Two skeins are left.', 'Keep one for me.', 'It is yours.'])
        assert.equal(await readMessage(ada, text).count(), 1, text);
      await getCompose(ada).waitFor();
      assert.deepEqual(
        requests.filter((one) => one === 'POST /register' || one === 'GET /messages' || one === 'GET /users'),
        [],
      );
      await stage.say('ben', 'yarn', 'Come and get it.');
      await getStored(ada, 'Come and get it.').waitFor();
    },
  );

  sentence(
    'The next visit without the server shows what the device has kept, at least what was being written, and recovers',
    async (_t, stage) => {
      const path = stage.topicPath('yarn');
      await stage.say('ben', 'yarn', 'Two skeins are left.');
      await stage.say('ben', 'needles', 'Not read yet.');
      const ada = await stage.openPage('ada', path, withWorker);
      await getStored(ada, 'Two skeins are left.').waitFor();
      await whenKept(ada, 'base', 'ranges', 'unread');
      await untilControlled(ada);
      const reconnecting = ada.getByRole('status').getByText('Reconnecting');
      await stage.server.stop();
      await ada.reload();
      await getStored(ada, 'Two skeins are left.').waitFor();
      await reconnecting.waitFor();
      await getLeft(ada).getByRole('link', { name: 'needles' }).click();
      await getStored(ada, 'Not read yet.').waitFor();
      await ada.goBack();
      await getStored(ada, 'Two skeins are left.').waitFor();
      await getCompose(ada).fill('Keep one for');
      await stage.server.start();
      await reconnecting.waitFor({ state: 'detached' });
      await isFilled(getCompose(ada), 'Keep one for');
      await stage.say('ben', 'yarn', 'Back again.');
      await getStored(ada, 'Back again.').waitFor();

      await stage.server.stop();
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
    },
  );

  sentence(
    'The next visit recovers when its queue is gone, and keeps what is being typed',
    async (_t, stage) => {
      await stage.say('ben', 'yarn', 'Two skeins are left.');
      const ada = await stage.openPage('ada', stage.topicPath('yarn'), withWorker);
      await getStored(ada, 'Two skeins are left.').waitFor();
      await whenKept(ada, 'base', 'ranges');
      const polled = ada.waitForRequest((request) => request.url().includes('/api/v1/events?'));
      // Ends the poll that is under way, after which the page asks again.
      await stage.say('ben', 'skeins', 'Who has them?');
      const queueId = new URL((await polled).url()).searchParams.get('queue_id') ?? '';
      await ada.goto('about:blank');
      const gone = await stage.as('ada').delete('/events', { queue_id: queueId });
      assert.equal(gone.status, 200, gone.json.msg);
      await stage.say('ben', 'yarn', 'One is left.');

      const requests = asked(ada);
      await ada.goto(stage.topicPath('yarn'));
      await getStored(ada, 'Two skeins are left.').waitFor();
      await getCompose(ada).fill('Then I');
      await getStored(ada, 'One is left.').waitFor();
      assert.equal(requests.filter((one) => one === 'POST /register').length, 1);
      await isFilled(getCompose(ada), 'Then I');
      assert.equal(await readMessage(ada, 'Two skeins are left.').count(), 1);
      await stage.say('ben', 'yarn', 'All are gone.');
      await getStored(ada, 'All are gone.').waitFor();
    },
  );

  sentence('A second tab runs beside the first without interfering', async (_t, stage) => {
    await stage.say('ben', 'yarn', 'Two skeins are left.');
    const ada = await stage.openPage('ada', stage.topicPath('yarn'), withWorker);
    await getStored(ada, 'Two skeins are left.').waitFor();
    await whenKept(ada, 'base', 'ranges');
    const beside = await ada.context().newPage();
    await beside.goto(stage.topicPath('yarn'));
    await getStored(beside, 'Two skeins are left.').waitFor();
    await write(beside, 'From the other tab.');
    await getStored(ada, 'From the other tab.').waitFor();
    await getStored(beside, 'From the other tab.').waitFor();
    await beside.close();
    await stage.say('ben', 'yarn', 'One is left.');
    await getStored(ada, 'One is left.').waitFor();

    const requests = asked(ada);
    await ada.reload();
    await getStored(ada, 'One is left.').waitFor();
    await stage.say('ben', 'yarn', 'All are gone.');
    await getStored(ada, 'All are gone.').waitFor();
    for (const text of ['From the other tab.', 'One is left.', 'All are gone.'])
      assert.equal(await readMessage(ada, text).count(), 1, text);
    assert.ok(!requests.includes('POST /register'));
  });
});

inBrowsers('The offline cache', (sentence) => {
  sentence(
    'The offline cache is cleared at sign-out, when the session ended elsewhere, and on the sign-in page',
    async (_t, stage) => {
      await stage.say('ben', 'yarn', 'Between us.');
      const ada = await stage.openPage('ada', stage.topicPath('yarn'), withWorker);
      const fillCache = async () => {
        await getStored(ada, 'Between us.').waitFor();
        await whenKept(ada, 'base', 'ranges');
        await untilControlled(ada);
      };
      const comeBack = async () => {
        await signIn(ada, stage.people.ada.email);
        await ada.goto(stage.topicPath('yarn'));
        await fillCache();
      };
      await fillCache();
      await ada.getByRole('button', { name: 'Menu', exact: true }).click();
      await ada.getByRole('menuitem', { name: 'Sign out' }).click();
      await ada.waitForURL(/\/login/);
      await whenEmpty(ada);

      await comeBack();
      await ada.goto('about:blank');
      const { json } = await stage.as('ada').get('/heddle/sessions');
      for (const { id } of json.sessions as { id: number }[])
        await stage.as('ada').delete(`/heddle/sessions/${id}`);
      await ada.goto(stage.topicPath('yarn'));
      await ada.waitForURL(/\/login\?next=/);
      await whenEmpty(ada);

      await comeBack();
      await ada.context().clearCookies();
      await ada.goto('/login');
      await whenEmpty(ada);
    },
  );

  sentence(
    'A link to a conversation leads through signing in to the place, on a device that has kept the page',
    async (_t, stage) => {
      await stage.say('ben', 'yarn', 'Two skeins are left.');
      const ada = await stage.openPage('ada', '/inbox', withWorker);
      await whenKept(ada, 'base');
      await untilControlled(ada);
      await ada.context().clearCookies();
      await ada.goto(`/#narrow/channel/${stage.weaving}-weaving/topic/yarn`);
      await ada.waitForURL(/\/login\?next=/);
      await ada.getByLabel('Email address').fill(stage.people.ada.email);
      await ada.getByLabel('Password').fill(password);
      await ada.getByRole('button', { name: 'Sign in', exact: true }).click();
      await readMessage(ada, 'Two skeins are left.').waitFor();
    },
  );

  sentence('The offline cache is not available to the next user of the browser', async (_t, stage) => {
    const attic = { subscriptions: [{ name: 'attic' }], invite_only: true };
    assert.equal((await stage.as('ada').post('/users/me/subscriptions', attic)).status, 200);
    const ada = await stage.openPage('ada', stage.topicPath('yarn'), withWorker);
    await write(ada, 'This is Ada.');
    await getStored(ada, 'This is Ada.').waitFor();
    await getLeft(ada).getByText('attic').waitFor();
    await whenKept(ada, 'base', 'ranges');
    await untilControlled(ada);
    await ada.goto('about:blank');
    await signIn(ada, stage.people.ben.email);
    const seen: string[] = [];
    await ada.exposeFunction('seen', (text: string) => seen.push(text));
    await ada.addInitScript(`new MutationObserver(() => {
      if (document.body?.textContent.includes('attic')) seen(document.body.textContent);
    }).observe(document, { childList: true, subtree: true })`);
    await ada.goto(stage.topicPath('yarn'));
    await write(ada, 'This is Ben.');
    await getStored(ada, 'This is Ben.').waitFor();
    assert.deepEqual(seen, []);
  });
});
