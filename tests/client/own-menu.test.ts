/** The person's own menu, and that of the organization. */
import assert from 'node:assert/strict';
import { getButton, getDialog, leftShown } from './page.ts';
import { done, inWindows, until, type Page } from './stage.ts';

async function chooseInMenu(page: Page, name: string, menu = 'Menu'): Promise<void> {
  await getButton(page, menu).click();
  await page.getByRole('menu', { name: menu }).getByText(name, { exact: true }).click();
}

inWindows('The own menu', (sentence) => {
  sentence('A person sets a status, appears offline and chooses a theme', async (_t, stage) => {
    const ada = await stage.openPage('ada', '/inbox');
    await leftShown(ada);
    await chooseInMenu(ada, 'Set status');
    const dialog = getDialog(ada, 'Your status');
    await dialog.getByLabel('Your status').fill('Dyeing until noon');
    await getButton(dialog, 'Save').click();
    await dialog.waitFor({ state: 'detached' });
    await getButton(ada, 'Menu').click();
    await ada.getByRole('menuitem', { name: 'Dyeing until noon' }).waitFor();

    const offline = ada.getByRole('menuitemcheckbox', { name: 'Appear offline' });
    const settings = async () => {
      const asked = {
        fetch_event_types: ['user_settings'],
        client_capabilities: { user_settings_object: true },
      };
      return (await done(stage.as('ada').post('/register', asked))).user_settings as Record<string, unknown>;
    };
    assert.equal(await offline.getAttribute('aria-checked'), 'false');
    await offline.click();
    await until('it is stored', async () => (await settings()).presence_enabled === false);
    await getButton(ada, 'Menu').click();
    await offline.and(ada.locator('[aria-checked=true]')).click();
    await until('and undone', async () => (await settings()).presence_enabled === true);

    await chooseInMenu(ada, 'Theme');
    await ada.getByRole('menuitemcheckbox', { name: 'Dark' }).click();
    await until('it is dark', async () => (await settings()).color_scheme === 2);
    await chooseInMenu(ada, 'Theme');
    await ada.getByRole('menuitemcheckbox', { name: 'System' }).click();
    await until('it is as before', async () => (await settings()).color_scheme === 1);
  });

  sentence('The own menu leads to the profile and to help', async (_t, stage) => {
    const ada = await stage.openPage('ada', '/inbox');
    await leftShown(ada);
    await chooseInMenu(ada, 'Help');
    await getDialog(ada, 'Help').getByText('Messages sent by a person').waitFor();
    await getButton(getDialog(ada, 'Help'), 'Keyboard shortcuts').click();
    await getDialog(ada, 'Keyboard shortcuts').waitFor();
    await ada.keyboard.press('Escape');
    await chooseInMenu(ada, 'Profile');
    await ada.waitForURL(/\/settings\/profile/);
  });

  sentence('The name of the organization opens its menu', async (_t, stage) => {
    const ada = await stage.openPage('ada', '/inbox');
    await leftShown(ada);
    await chooseInMenu(ada, 'About Weavers', 'Weavers');
    const about = getDialog(ada, 'About Weavers');
    await about.getByText(/^Heddle \d/).waitFor();
    await about.getByText('Channels').waitFor();
    await getButton(about, 'Close').click();
    await chooseInMenu(ada, 'Organization settings', 'Weavers');
    await ada.waitForURL(/\/organization/);
  });
});
