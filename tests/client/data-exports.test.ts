/** Exports in the settings of an organization. */
import assert from 'node:assert/strict';
import { finishExports } from '../support/fixtures/exports.ts';
import { onOneServer, type Page } from './stage.ts';

const rows = (page: Page) => page.getByRole('list', { name: 'Exports' }).getByRole('listitem');

onOneServer('The page of exports', (sentence) => {
  sentence('An owner starts an export, sees that it is made, and deletes it', async (_t, stage) => {
    const page = await stage.openPage('ada', '/organization/exports');
    await page.getByText('people allow administrators to export').waitFor();
    await page.getByText('No exports.').waitFor();
    await page
      .getByLabel('Contents')
      .selectOption('Public channels, and private data of people who allow it');
    await page.getByRole('button', { name: 'Start export' }).click();
    await rows(page).filter({ hasText: 'In progress' }).waitFor();
    await finishExports(stage.server);
    const ready = rows(page).filter({ hasText: 'Ready' });
    await ready.waitFor();
    assert.match(await ready.textContent(), /private data of people who allow it/);
    const link = page.getByRole('link', { name: 'Download' });
    assert.match((await link.getAttribute('href')) ?? '', /\/exports\/\d+$/);
    await page.getByRole('button', { name: 'Delete export' }).click();
    await page
      .getByRole('dialog', { name: 'Delete export' })
      .getByRole('button', { name: 'Delete export' })
      .click();
    await rows(page).filter({ hasText: 'Deleted' }).waitFor();
    assert.equal(await page.getByRole('link', { name: 'Download' }).count(), 0);
  });

  sentence(
    'A refused export says why, and members see that only administrators export',
    async (_t, stage) => {
      const page = await stage.openPage('ada', '/organization/exports');
      await page.getByText('people allow administrators to export').waitFor();
      await page.route('**/export/realm', (route) =>
        route.fulfill({
          status: 400,
          body: '{"result":"error","msg":"Exceeded rate limit.","code":"BAD_REQUEST"}',
        }),
      );
      await page.getByRole('button', { name: 'Start export' }).click();
      await page
        .locator('.settings-saved .settings-error')
        .filter({ hasText: 'Exceeded rate limit.' })
        .waitFor();
      const other = await stage.openPage('ben', '/organization/exports');
      await other.getByText('Only administrators can change this.').waitFor();
      assert.equal(await other.getByRole('button', { name: 'Start export' }).count(), 0);
    },
  );
});
