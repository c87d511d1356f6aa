import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import type { Locator, Page } from 'playwright-core';
import { seriousOn } from './axe.ts';
import { goTo } from './page.ts';
import { onOneServer, until, type Stage } from './stage.ts';

const picture = fileURLToPath(new URL('../../docs/pictures/create-organization.png', import.meta.url));

const getSettings = (page: Page): Locator => page.getByRole('dialog', { name: 'Settings' });
const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });

/** Opens a page of the settings by its address. */
async function openSettings(stage: Stage, path: string): Promise<Page> {
  const page = await stage.openPage('ada', path, { reducedMotion: 'reduce' });
  await getSettings(page).waitFor();
  return page;
}

async function choosePicture(page: Page, opener: string): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await button(page, opener).click();
  await (await chooser).setFiles(picture);
}

/** Every page, by its address. */
const pages = {
  '/settings/profile': 'Profile',
  '/settings/preferences': 'Preferences',
  '/settings/notifications': 'Notifications',
  '/settings/words': 'Alert words',
  '/settings/shortcuts': 'Keyboard shortcuts',
  '/settings/bots': 'Your bots',
  '/organization/general': 'General',
  '/organization/emoji': 'Emoji',
  '/organization/fields': 'Profile fields',
  '/organization/linkifiers': 'Linkifiers',
  '/organization/playgrounds': 'Code playgrounds',
  '/organization/domains': 'Domains',
  '/organization/channels': 'Default channels',
  '/organization/users': 'People',
  '/organization/defaults': 'Default settings for new users',
  '/settings/account': 'Account and sign-in',
  '/settings/muted': 'Muted and followed',
  '/organization/permissions': 'Permissions',
  '/organization/messages': 'Messages',
  '/organization/joining': 'Joining',
  '/organization/authentication': 'Authentication',
  '/organization/invitations': 'Invitations',
  '/organization/bots': 'Bots',
};

onOneServer('Settings', (sentence) => {
  sentence('Every settings page is accessible', async (_t, stage) => {
    const page = await openSettings(stage, '/settings/profile');
    for (const [path, title] of Object.entries(pages)) {
      await goTo(page, path);
      await getSettings(page).getByRole('heading', { name: title, level: 2, exact: true }).waitFor();
      assert.deepEqual(await seriousOn(page), [], path);
    }
  });

  sentence('An avatar is uploaded with a chosen crop and deleted', async (_t, stage) => {
    const page = await openSettings(stage, '/settings/profile');
    const version = async () => Number((await stage.as('ada').get('/users/me')).json.avatar_version);
    const before = await version();
    await choosePicture(page, 'Choose a picture');
    const crop = page.getByRole('dialog', { name: 'Crop picture' });
    await crop.getByLabel('Zoom').fill('2');
    await crop.getByRole('button', { name: 'Save picture' }).click();
    await crop.waitFor({ state: 'detached' });
    await until('it is there', async () => (await version()) > before);
    const during = await version();
    await button(page, 'Remove picture').click();
    await until('the picture is gone', async () => (await version()) > during);
  });
});
