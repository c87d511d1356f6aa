/** Notifications of the browser. */
import assert from 'node:assert/strict';
import { goTo, leftShown, getStored, getTitle, getButton, getDialog, getToast, write } from './page.ts';
import { done, inWindows, until, type Name, type Page, type Stage } from './stage.ts';

const notified = (page: Page) =>
  page.evaluate<string[]>('Notification.shown.map(({ title, body }) => `${title}: ${body}`)');

/** A page whose browser shows notifications. */
async function openNotified(stage: Stage, who: Name): Promise<Page> {
  const page = await stage.openPage(who, '/icon.svg');
  await page.addInitScript(`Notification.permission = 'granted'`);
  return page;
}

inWindows('Notifications', (sentence) => {
  sentence(
    'A notification is shown for a conversation that is not open, and a click leads there',
    async (_t, stage) => {
      const ada = await openNotified(stage, 'ada');
      await ada.goto('/inbox');
      await leftShown(ada);
      const { ada: me, ben } = stage.people;
      const write = async (content: string) => {
        const { status, json } = await stage
          .as('ben')
          .post('/messages', { type: 'direct', to: [me.id], content });
        assert.equal(status, 200, json.msg);
      };
      await write('Do **you** hear me?');
      await until('she is notified', async () => (await notified(ada)).length > 0);
      assert.deepEqual(await notified(ada), ['Ben Okafor: Do you hear me?']);
      await until('the title counts', async () => (await ada.title()).startsWith('(1) '));
      const icon = () =>
        ada.evaluate<string>("decodeURIComponent(document.querySelector('link[rel=icon]').href)");
      await until('the icon counts', async () => (await icon()).includes('>1</text>'));

      await ada.evaluate('Notification.shown[0].onclick()');
      await getTitle(ada).filter({ hasText: ben.fullName }).waitFor();
      await getStored(ada, 'Do you hear me?').waitFor();
      const countsNothing = async () => !(await ada.title()).startsWith('(');
      await until('the title has no count', countsNothing);
      await until('nor does the icon', async () => (await icon()).endsWith('/icon.svg'));
      await write('Loud and clear.');
      await getStored(ada, 'Loud and clear.').waitFor();
      await until('what she sees is read', countsNothing);
      await stage.say('ben', 'looms', 'Nobody in particular.');
      await until('the title counts it', async () => (await ada.title()).startsWith('(1) '));
      assert.equal(
        (await notified(ada)).length,
        1,
        'nothing of what she sees, nor of what is for nobody in particular',
      );
    },
  );

  sentence(
    'A notification hides what a spoiler hides, and shows emoji, formulas and times as words',
    async (_t, stage) => {
      const ada = await openNotified(stage, 'ada');
      await ada.goto('/inbox');
      await leftShown(ada);
      const content =
        'area is $$\\pi r^2$$ :tada: <time:2030-03-29T00:30:00Z>\n```spoiler Ending\nthe butler\n```';
      await done(stage.as('ben').post('/messages', { type: 'direct', to: [stage.people.ada.id], content }));
      await until('she is notified', async () => (await notified(ada)).length > 0);
      const [text = ''] = await notified(ada);
      assert.match(text, /^Ben Okafor: area is \\pi r\^2 🎉 .*\d:30.* Ending \(…\)$/);
    },
  );

  sentence(
    'A notification depends on the view open when the message arrived, even if the page was not ready',
    async (_t, stage) => {
      const { ada: me, ben } = stage.people;
      // What she sees stays unread, so that only where she looks decides.
      await done(stage.as('ada').patch('/settings', { web_mark_read_on_scroll_policy: 3 }));
      const write = (content: string) =>
        done(stage.as('ben').post('/messages', { type: 'direct', to: [me.id], content }));
      const ada = await openNotified(stage, 'ada');
      const { promise: held, resolve: release } = Promise.withResolvers<unknown>();
      let asked = 0;
      await ada.route('**/assets/beside-*.js', async (route) => {
        asked++;
        await held;
        await route.continue();
      });
      await ada.goto(`/dm/${String(ben.id)}`);
      await until('the script of notices is asked for', () => Promise.resolve(asked > 0));
      await write('Before your eyes.');
      await getStored(ada, 'Before your eyes.').waitFor();
      await goTo(ada, '/inbox');
      await getTitle(ada).filter({ hasText: 'Inbox' }).waitFor();
      release(undefined);
      await write('Behind your back.');
      await until('she is notified', async () => (await notified(ada)).length > 0);
      assert.deepEqual(await notified(ada), ['Ben Okafor: Behind your back.']);
    },
  );

  sentence('The permission for notifications is requested by a button only', async (_t, stage) => {
    const ada = await stage.openPage('ada', '/settings/notifications');
    await ada.evaluate(
      `Notification.requestPermission = () => { window.isAsked = true; return Promise.resolve(); }`,
    );
    const button = ada.getByRole('button', { name: 'Allow notifications' });
    await button.waitFor();
    assert.equal(await ada.evaluate('window.isAsked'), undefined);
    await button.click();
    await until('it is asked', () => ada.evaluate<boolean>('window.isAsked === true'));
  });
});

// Do not disturb, as the person sets it and as others see it.

async function chooseInMenu(page: Page, name: RegExp): Promise<void> {
  await getButton(page, 'Menu').click();
  await page.getByRole('menuitem', { name }).click();
}

inWindows('Do not disturb', (sentence) => {
  sentence(
    'While a person has paused notifications, none is shown, and others see that',
    async (_t, stage) => {
      const ada = await stage.openPage('ada', '/icon.svg');
      await ada.addInitScript(`Notification.permission = 'granted'`);
      await ada.goto('/inbox');
      await leftShown(ada);
      const ben = await stage.openPage('ben', '/inbox');
      await chooseInMenu(ada, /^Do not disturb$/);
      await getDialog(ada, 'Do not disturb')
        .getByRole('button', { name: /^One hour/ })
        .click();
      await getToast(ada, 'Do not disturb until').waitFor();
      await ben.getByRole('img', { name: /^Do not disturb until/ }).waitFor();
      const notified = () => ada.evaluate<number>('Notification.shown.length');
      const write = (content: string) =>
        done(stage.as('ben').post('/messages', { type: 'direct', to: [stage.people.ada.id], content }));
      await write('Psst.');
      await until('the title counts', async () => (await ada.title()).startsWith('(1) '));
      assert.equal(await notified(), 0);
      await chooseInMenu(ada, /^Do not disturb until/);
      await getButton(getDialog(ada, 'Do not disturb'), 'Turn on notifications').click();
      await getToast(ada, 'Notifications are on').waitFor();
      await ben.getByRole('img', { name: /^Do not disturb until/ }).waitFor({ state: 'detached' });
      await write('And now?');
      await until('she is notified', async () => (await notified()) === 1);
    },
  );

  sentence('Who may do so has a person notified all the same, once', async (_t, stage) => {
    const { ada: me } = stage.people;
    const end = Math.floor(Date.now() / 1000) + 3600;
    await done(stage.as('ada').patch('/heddle/do_not_disturb', { until: end }));
    const ada = await stage.openPage('ada', '/icon.svg');
    await ada.addInitScript(`Notification.permission = 'granted'`);
    await ada.goto('/inbox');
    await leftShown(ada);
    const notified = () => ada.evaluate<string[]>('Notification.shown.map(({ body }) => body)');
    const ben = await stage.openPage('ben', `/dm/${me.id}`);
    await write(ben, 'Can wait.');
    await getStored(ben, 'Can wait.').waitFor();
    const offer = ben.getByText(/^Ada Achterberg is not to be disturbed until/);
    assert.equal(await offer.count(), 0, 'he may not');

    const { user_groups } = await done(stage.as('ada').get('/user_groups'));
    const members = user_groups.find(({ name }: { name: string }) => name === 'role:members').id;
    const change = { heddle_can_override_do_not_disturb_group: { new: members } };
    await done(stage.as('ada').patch('/realm', change));
    await offer.waitFor();
    await write(ben, 'Cannot wait.');
    await getStored(ben, 'Cannot wait.').waitFor();
    await getButton(ben, 'Notify anyway').click();
    await until('she is notified', async () => (await notified()).length > 0);
    await offer.waitFor({ state: 'detached' });
    assert.deepEqual(await notified(), ['Cannot wait.']);

    await stage.say('ben', 'fire', '@**Ada Achterberg** @_**Ben Okafor** come');
    await ben.goto(stage.topicPath('fire'));
    await getButton(ben, 'Notify anyway').click();
    await until('she is notified again', async () => (await notified()).length === 2);
    await done(stage.as('ada').patch('/heddle/do_not_disturb', { until: null }));
    await stage.say('ben', 'fire', '@**Ada Achterberg** thanks');
    await getStored(ben, 'thanks').waitFor();
    assert.equal(await offer.count(), 0, 'she may be disturbed');
  });

  sentence('Quiet hours are set in the settings, by day and time', async (_t, stage) => {
    const ada = await stage.openPage('ada', '/settings/notifications');
    await getButton(ada, 'Add quiet hours').click();
    const row = ada.getByRole('group', { name: 'Quiet hours' });
    await row.getByLabel('From', { exact: true }).fill('21:30');
    await row.getByLabel('From', { exact: true }).press('Tab');
    await row.getByRole('checkbox', { name: 'Sun' }).click();
    const quiet = async () => {
      const asked = { fetch_event_types: ['heddle_do_not_disturb'] };
      const { heddle_do_not_disturb: all } = await done(stage.as('ben').post('/register', asked));
      return JSON.stringify((all as { quiet_hours: unknown }[])[0]?.quiet_hours);
    };
    const expected = JSON.stringify([{ days: [1, 2, 3, 4, 5, 6], from: 21 * 60 + 30, to: 7 * 60 }]);
    await until('both are saved', async () => (await quiet()) === expected);
    await getButton(row, 'Remove these quiet hours').click();
    await row.waitFor({ state: 'detached' });
  });
});
