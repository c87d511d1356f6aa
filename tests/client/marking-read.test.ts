/** What counts as read of what someone sees, by the server's own word. Here every row is in view. */
import assert from 'node:assert/strict';
import { choose, goTo, getLeft, getStored } from './page.ts';
import { done, inWindows, until, type Page, type Stage } from './stage.ts';

const policies = { always: 1, conversations: 2, never: 3 } as const;

const setPolicy = (stage: Stage, policy: keyof typeof policies) =>
  done(stage.as('ada').patch('/settings', { web_mark_read_on_scroll_policy: policies[policy] }));

/** Whether Ada has read it, as the server sees it. */
async function isRead(stage: Stage, topic: string, text: string): Promise<boolean> {
  const message = (await stage.read('ada', topic)).find(({ content }) => content.startsWith(text));
  assert.ok(message, `nobody said "${text}"`);
  return message.flags.includes('read');
}

const untilRead = (stage: Stage, topic: string, text: string) =>
  until(`"${text}" is read`, () => isRead(stage, topic, text));

/** A page reports in order: had it marked anything as read before, the server would know by the end of this. */
async function readElsewhere(stage: Stage, page: Page): Promise<void> {
  await goTo(page, stage.topicPath('elsewhere'));
  await getStored(page, 'Said elsewhere.').waitFor();
  await untilRead(stage, 'elsewhere', 'Said elsewhere.');
}

inWindows('Marking as read', (sentence) => {
  sentence(
    'Scrolled messages are marked as read only in conversations with that setting',
    async (_t, stage) => {
      await stage.say('ben', 'looms', 'Said here.');
      await stage.say('ben', 'elsewhere', 'Said elsewhere.');
      await setPolicy(stage, 'conversations');
      const page = await stage.openPage('ada', '/feed');
      await getStored(page, 'Said here.').waitFor();
      await goTo(page, `/channel/${String(stage.weaving)}-weaving`);
      await getStored(page, 'Said here.').waitFor();
      await readElsewhere(stage, page);
      assert.ok(!(await isRead(stage, 'looms', 'Said here.')), 'it was seen in mixed views only');

      await goTo(page, stage.topicPath('looms'));
      await untilRead(stage, 'looms', 'Said here.');
    },
  );

  sentence('Scrolled messages are never marked as read with that setting', async (_t, stage) => {
    await stage.say('ben', 'looms', 'Said here.');
    await stage.say('ben', 'elsewhere', 'Said elsewhere.');
    await setPolicy(stage, 'never');
    const page = await stage.openPage('ada', '/feed');
    await getStored(page, 'Said here.').waitFor();
    await goTo(page, stage.topicPath('looms'));
    await getStored(page, 'Said elsewhere.').waitFor({ state: 'detached' });
    await getStored(page, 'Said here.').waitFor();
    await stage.say('ben', 'looms', 'Said while she looks.');
    await getStored(page, 'Said while she looks.').waitFor();
    await goTo(page, stage.topicPath('elsewhere'));
    await getStored(page, 'Said here.').waitFor({ state: 'detached' });
    await getStored(page, 'Said elsewhere.').waitFor();

    await setPolicy(stage, 'always');
    // The page learns of both in this order, and looks again at what is in view.
    await stage.say('ben', 'elsewhere', 'Said later.');
    await untilRead(stage, 'elsewhere', 'Said later.');
    await untilRead(stage, 'elsewhere', 'Said elsewhere.');
    for (const text of ['Said here.', 'Said while she looks.'])
      assert.ok(!(await isRead(stage, 'looms', text)), text);
  });

  sentence(
    'A new message on an inactive page is marked as read when the page becomes active',
    async (_t, stage) => {
      await stage.say('ben', 'looms', 'Said before.');
      const page = await stage.openPage('ada', stage.topicPath('looms'));
      await untilRead(stage, 'looms', 'Said before.');
      await page.evaluate('document.hasFocus = () => false');
      const row = getLeft(page).getByRole('link', { name: 'looms' });
      for (const [at, text] of ['Visible.', 'And another.'].entries()) {
        await stage.say('ben', 'looms', text);
        await getStored(page, text).waitFor();
        await row.getByLabel(`${String(at + 1)} unread`).waitFor();
      }
      // The page shows as read at once what it marks, and reports it to the server afterwards.
      assert.ok(!(await isRead(stage, 'looms', 'Visible.')));

      await page.evaluate(`document.hasFocus = () => true; dispatchEvent(new Event('focus'))`);
      await untilRead(stage, 'looms', 'Visible.');
      await untilRead(stage, 'looms', 'And another.');
    },
  );

  sentence(
    'A message marked as unread stays unread while a request to mark it as read is in flight',
    async (_t, stage) => {
      await stage.say('ben', 'looms', 'Seen for a moment.');
      const page = await stage.openPage('ada', '/inbox');
      const { promise: held, resolve: release } = Promise.withResolvers<unknown>();
      await page.route('**/api/v1/messages/flags', (route) => held.then(() => route.continue()));
      const asked = page.waitForRequest((request) => request.url().endsWith('/messages/flags'));
      await goTo(page, stage.topicPath('looms'));
      await asked;
      const reported = page.waitForResponse((response) => response.url().endsWith('/messages/flags/narrow'));
      await choose(page, getStored(page, 'Seen for'), 'Mark as unread from here');
      const read = page.waitForResponse((response) => response.url().endsWith('/messages/flags'));
      release(undefined);
      await Promise.all([reported, read]);
      assert.ok(!(await isRead(stage, 'looms', 'Seen for a moment.')));
    },
  );

  sentence('Messages read without a connection are marked as read by the next visit', async (_t, stage) => {
    await stage.say('ben', 'looms', 'Said here.');
    const page = await stage.openPage('ada', '/inbox');
    await getLeft(page).getByRole('link', { name: 'looms' }).waitFor();
    let isOffline = true;
    const { promise: failed, resolve: fail } = Promise.withResolvers<unknown>();
    await page.route('**/api/v1/messages/flags', async (route) => {
      if (!isOffline) return route.continue();
      await route.abort();
      fail(undefined);
    });
    await goTo(page, stage.topicPath('looms'));
    await getStored(page, 'Said here.').waitFor();
    await failed;
    await page.goto('about:blank');
    isOffline = false;
    assert.ok(!(await isRead(stage, 'looms', 'Said here.')));
    await page.goto('/inbox');
    await untilRead(stage, 'looms', 'Said here.');
    await until('nothing is left to send', () =>
      page.evaluate<boolean>("localStorage.getItem('heddle-reads') === null"),
    );
  });
});
