import { fileURLToPath } from 'node:url';
import type { Locator, Page } from 'playwright-core';
import { goTo } from './page.ts';
import { onOneServer, until, type Stage } from './stage.ts';

const picture = fileURLToPath(new URL('../../docs/pictures/create-organization.png', import.meta.url));

const getSettings = (page: Page): Locator => page.getByRole('dialog', { name: 'Settings' });
const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });

/** Opens a page of the settings by its address. */
async function openSettings(stage: Stage, path: string): Promise<Page> {
  const page = await stage.openPage('ada', path);
  await getSettings(page).waitFor();
  return page;
}

async function choosePicture(page: Page, opener: string): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await button(page, opener).click();
  await (await chooser).setFiles(picture);
}

onOneServer('Settings', (sentence) => {
  sentence('An avatar is uploaded with a chosen crop and deleted', async (_t, stage) => {
    const page = await openSettings(stage, '/settings/profile');
    await until('the page has the focus, not the list beside it', () =>
      page.evaluate<boolean>('document.activeElement.closest(".settings-page") !== null'),
    );
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
    await page.locator('.own-picture .avatar-letter').waitFor();
    await button(page, 'Remove picture').waitFor({ state: 'detached' });

    // The list shows the page that a link has opened.
    await goTo(page, '/organization/exports');
    const entry = getSettings(page).getByRole('link', { name: 'Data exports' });
    await until('its entry is in view', async () => {
      const [list, row] = [await page.locator('.settings-list').boundingBox(), await entry.boundingBox()];
      return list !== null && row !== null && row.y + row.height <= list.y + list.height + 1;
    });
  });
});
