/** The audit log in the settings of an organization. */
import assert from 'node:assert/strict';
import { done, onOneServer, until, type Page } from './stage.ts';

const entries = (page: Page) => page.getByRole('list', { name: 'Audit log' }).getByRole('listitem');

onOneServer('The page of the audit log', (sentence) => {
  sentence('An owner reads who changed what, and filters by person and kind', async (_t, stage) => {
    await done(stage.as('ada').patch('/realm', { name: 'Spinners' }));
    await done(stage.as('ada').post('/channels/create', { name: 'audited', subscribers: [] }));
    const page = await stage.openPage('ada', '/organization/audit');
    const renamed = entries(page).filter({ hasText: 'Organization settings changed: Spinners' });
    await renamed.waitFor();
    const text = await renamed.textContent();
    assert.match(text, /Ada Achterberg/);
    assert.match(text, /Name.*before:.*after: Spinners/s);
    await page.getByLabel('About', { exact: true }).selectOption('Channels');
    await renamed.waitFor({ state: 'detached' });
    await entries(page).filter({ hasText: 'Channel created: audited' }).waitFor();
    await page.getByLabel('From', { exact: true }).fill('2099-01-01');
    await page.getByText('No entries.').waitFor();
    await page.getByLabel('From', { exact: true }).fill('');
    await entries(page).filter({ hasText: 'Channel created: audited' }).waitFor();
    await page.getByLabel('Changed by').fill('Ben');
    await page.getByRole('listbox').getByRole('option', { name: 'Ben Okafor' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('No entries.').waitFor();
  });

  sentence('Further entries of the audit log are fetched on request, each once', async (_t, stage) => {
    for (let at = 0; at < 60; at++) await done(stage.as('ada').patch('/realm', { name: `Weavers ${at}` }));
    const page = await stage.openPage('ada', '/organization/audit');
    await page.getByRole('button', { name: 'Show older entries' }).waitFor();
    assert.equal(await entries(page).count(), 50);
    await page.getByRole('button', { name: 'Show older entries' }).click();
    await until('older entries are shown', async () => (await entries(page).count()) > 59);
    assert.equal(await entries(page).filter({ hasText: 'changed: Weavers 0' }).count(), 1);
  });

  sentence(
    'A failed request for the audit log is reported, and only owners see entries',
    async (_t, stage) => {
      const page = await stage.openPage('ada', '/organization/audit');
      await page.route('**/realm/audit_log/export*', (route) => route.fulfill({ status: 500, body: '{}' }));
      await page.getByRole('button', { name: 'Download CSV' }).click();
      await page.locator('.settings-saved .settings-error').waitFor();
      await done(stage.as('ada').patch(`/users/${stage.people.ben.id}`, { role: 200 }));
      const other = await stage.openPage('ben', '/organization/audit');
      await other.getByText('Only owners see this page').waitFor();
      assert.equal(await other.getByRole('list', { name: 'Audit log' }).count(), 0);
      assert.equal(await other.getByRole('button', { name: 'Download CSV' }).count(), 0);
    },
  );
});
