/** Actions that the switcher finds. */
import assert from 'node:assert/strict';
import { getDialog, getLeft, getSearch, getToast, goTo } from './page.ts';
import { done, onOneServer, until, type Page } from './stage.ts';

const choices = (page: Page) => getSearch(page).getByRole('option');

async function find(page: Page, letters: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await getSearch(page).waitFor();
  await page.keyboard.type(letters);
}

async function run(page: Page, letters: string, name: string): Promise<void> {
  await find(page, letters);
  await choices(page).filter({ hasText: name }).click();
  await getSearch(page).waitFor({ state: 'detached' });
}

onOneServer('Actions in the switcher', (sentence) => {
  sentence('The switcher opens settings, the keys and forms, and marks all as read', async (_t, stage) => {
    await stage.say('ben', 'carding', 'Something unread.');
    const ada = await stage.openPage('ada', '/inbox');
    await getLeft(ada).getByRole('link', { name: 'Inbox' }).waitFor();
    await run(ada, 'mark all', 'Mark all as read');
    await getToast(ada, 'marked as read').waitFor();
    await find(ada, 'mark all');
    await choices(ada).filter({ hasText: 'Search messages' }).waitFor();
    assert.equal(await choices(ada).filter({ hasText: 'Mark all as read' }).count(), 0);
    await ada.keyboard.press('Escape');

    for (const [letters, name, dialog] of [
      ['keyboard', 'Keyboard shortcuts', 'Keyboard shortcuts'],
      ['new channel', 'Create channel', 'Create channel'],
      ['preferences', 'Settings', 'Settings'],
    ] as const) {
      await run(ada, letters, name);
      await getDialog(ada, dialog).waitFor();
      await ada.keyboard.press('Escape');
      await getDialog(ada, dialog).waitFor({ state: 'detached' });
      await goTo(ada, '/inbox');
    }

    await run(ada, 'theme', 'Switch to');
    await find(ada, 'theme');
    await choices(ada).filter({ hasText: 'Switch to light theme' }).waitFor();
  });

  sentence(
    'The switcher puts actions before goals that merely have the letters in order',
    async (_t, stage) => {
      await stage.say('ben', 'shed tools, tidy', 'Where is the pick?');
      const ada = await stage.openPage('ada', '/inbox');
      await getLeft(ada).getByRole('link', { name: 'Inbox' }).waitFor();
      await find(ada, 'sett');
      await choices(ada).filter({ hasText: 'shed tools, tidy' }).waitFor();
      await until('Settings first', async () =>
        (await choices(ada).first().innerText()).includes('Settings'),
      );
      await ada.keyboard.press('Escape');
      await stage.say('ben', 'settled accounts', 'All of them.');
      await find(ada, 'sett');
      await until('the topic first', async () =>
        (await choices(ada).first().innerText()).includes('settled accounts'),
      );
    },
  );

  sentence('The switcher offers only what the person may do, in their language', async (_t, stage) => {
    const { user_groups: groups } = await done(stage.as('ada').get('/user_groups'));
    const owners = (groups as { id: number; name: string }[]).find(({ name }) => name === 'role:owners');
    for (const permission of ['can_invite_users_group', 'create_multiuse_invite_group'])
      await done(stage.as('ada').patch('/realm', { [permission]: { new: owners?.id } }));
    const [ada, ben] = [await stage.openPage('ada', '/inbox'), await stage.openPage('ben', '/inbox')];
    for (const page of [ada, ben]) {
      await getLeft(page).getByRole('link', { name: 'Inbox' }).waitFor();
      await find(page, 'invite');
    }
    await choices(ada).filter({ hasText: 'Invite people' }).waitFor();
    await choices(ben).filter({ hasText: 'Search messages' }).waitFor();
    assert.equal(await choices(ben).filter({ hasText: 'Invite people' }).count(), 0);

    await done(stage.as('ben').patch('/settings', { default_language: 'de' }));
    await ben.reload();
    await ben.getByRole('link', { name: 'Eingang' }).first().waitFor();
    await ben.keyboard.press('Control+k');
    await ben.getByRole('dialog').waitFor();
    await ben.keyboard.type('kürzel tasten');
    await ben.getByRole('option').filter({ hasText: 'Tastenkürzel' }).waitFor();
  });

  sentence('Without input, the switcher lists actions after the conversations', async (_t, stage) => {
    await stage.say('ada', 'roving', 'A conversation.');
    const ada = await stage.openPage('ada', '/inbox');
    await getLeft(ada).getByRole('link', { name: 'Inbox' }).waitFor();
    await find(ada, '');
    await choices(ada).filter({ hasText: 'roving' }).waitFor();
    await until('actions come last', async () => {
      const names = await choices(ada).allInnerTexts();
      const first = names.findIndex((name) => name.startsWith('New message'));
      return first > names.findIndex((name) => name.startsWith('roving'));
    });
  });
});
