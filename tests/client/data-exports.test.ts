/** Exports in the settings of an organization. */
import assert from 'node:assert/strict';
import { onOneServer } from './stage.ts';

onOneServer('The page of exports', (sentence) => {
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
