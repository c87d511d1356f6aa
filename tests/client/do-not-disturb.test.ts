/** Do not disturb, as the person sets it and as others see it. */
import assert from 'node:assert/strict';
import { getButton, getDialog, getStored, getToast, leftShown, write } from './page.ts';
import { done, inWindows, until, type Page } from './stage.ts';

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
