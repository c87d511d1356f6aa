/** Named API keys in the settings of the account. */
import assert from 'node:assert/strict';
import { onOneServer, type Page } from './stage.ts';

const group = (page: Page) =>
  page
    .locator('.settings-section')
    .filter({ has: page.getByRole('heading', { name: 'Named API keys', exact: true }) });

onOneServer('Named API keys in the web client', (sentence) => {
  sentence('The error of a failed list of keys disappears once the list is loaded', async (_t, stage) => {
    const page = await stage.openPage('ben', '/inbox');
    const busy = { status: 503, json: { result: 'error', msg: 'Busy', code: 'INTERNAL_ERROR' } };
    await page.route('**/heddle/api_keys*', (route) => route.fulfill(busy), { times: 1 });
    await page.goto('/settings/account');
    await group(page).getByRole('alert').waitFor();
    await group(page).getByRole('button', { name: 'Add a key' }).click();
    await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Loom');
    await page.getByRole('button', { name: 'Create key' }).click();
    await group(page).getByText('Loom', { exact: true }).waitFor();
    await group(page).getByRole('alert').waitFor({ state: 'detached' });
  });

  sentence(
    'Lasting access is offered, with a warning, beside a scope that it belongs to',
    async (_t, stage) => {
      const page = await stage.openPage('ben', '/settings/account');
      const own = group(page);
      await own.getByRole('button', { name: 'Add a key' }).click();
      const dialog = page.getByRole('dialog');
      const lasting = dialog.getByLabel('Lasting access', { exact: true });
      assert.equal(await lasting.count(), 0);
      await dialog.getByLabel('Full access', { exact: true }).check();
      await lasting.check();
      await dialog.getByText(/^Caution: .* remain when this key is revoked/).waitFor();
      await dialog.getByLabel('Administer', { exact: true }).check();
      assert.equal(await dialog.getByLabel('Full access', { exact: true }).isChecked(), false);
      await dialog.getByLabel('Administer', { exact: true }).uncheck();
      await lasting.waitFor({ state: 'detached' });
      await dialog.getByLabel('Administer', { exact: true }).check();
      await lasting.check();
      await dialog.getByLabel('Name', { exact: true }).fill('Provisioning');
      await dialog.getByRole('button', { name: 'Create key' }).click();
      await own.getByText(/^Administer, Lasting access · Expires: /).waitFor();
    },
  );

  sentence('A user creates a key for one channel, sees it once, and revokes it', async (_t, stage) => {
    const page = await stage.openPage('ben', '/settings/account');
    const own = group(page);
    await own.getByRole('button', { name: 'Add a key' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name', { exact: true }).fill('Dashboard');
    await dialog.getByLabel('Send', { exact: true }).check();
    await dialog.getByLabel('Channel').selectOption({ label: '#weaving' });
    await dialog.getByRole('button', { name: 'Create key' }).click();
    const key = await own.locator('.settings-code').textContent();
    assert.match(key, /^heddle_/);
    await own.getByText(/Read, Send · #weaving · Expires: .* · Not used yet/).waitFor();
    await page.reload();
    await own.getByText('Dashboard').first().waitFor();
    assert.equal(await own.locator('.settings-code').count(), 0, 'the key is shown again');
    await own.getByRole('button', { name: 'Revoke Dashboard' }).click();
    await page.getByRole('button', { name: 'Revoke Dashboard' }).last().click();
    await own.getByText('Dashboard').waitFor({ state: 'detached' });
  });
});
