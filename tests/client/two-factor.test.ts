/** Two-factor authentication in the settings, and what signing in asks for then. */
import assert from 'node:assert/strict';
import { codeAt } from '../support/two-factor.ts';
import { onOneServer, password, type Page } from './stage.ts';

const title = 'Two-factor authentication';
const group = (page: Page) =>
  page.locator('.settings-section').filter({ has: page.getByRole('heading', { name: title, exact: true }) });

onOneServer('Two-factor authentication in the web client', (sentence) => {
  sentence('A user sets up an authenticator app, signs in with it, and turns it off', async (_t, stage) => {
    const page = await stage.openPage('ben', '/settings/account');
    const own = group(page);
    await own.getByLabel('Password').fill('guessed');
    await own.getByRole('button', { name: 'Set up' }).click();
    await own.getByRole('alert').waitFor();
    await own.getByLabel('Password').fill(password);
    await own.getByRole('button', { name: 'Set up' }).click();
    const picture = own.getByRole('img', { name: 'QR code for the authenticator app' });
    await picture.waitFor();
    assert.match((await picture.getAttribute('src')) ?? '', /^data:image\/svg\+xml,%3Csvg/);
    const secret = (await own.locator('.settings-code').textContent()).replaceAll(' ', '');
    await own.getByLabel('Code').fill(codeAt(secret, 0));
    await own.getByRole('button', { name: 'Turn on' }).click();
    const codes = own.locator('.settings-recovery code');
    await codes.first().waitFor();
    assert.equal(await codes.count(), 10);
    const recovery = await codes.first().textContent();
    await own.getByRole('button', { name: 'Done' }).click();
    await own.getByText('You have 10 recovery codes left.').waitFor();

    const other = await stage.openBrowser();
    await other.goto('/login');
    await other.getByLabel('Email').fill('ben@example.com');
    await other.getByLabel('Password').fill(password);
    await other.getByRole('button', { name: 'Sign in' }).click();
    await other.getByLabel('Code').fill(codeAt(secret, 1));
    await other.getByRole('button', { name: 'Sign in' }).click();
    await other.getByRole('main').waitFor();

    await own.getByLabel('Password').fill(password);
    await own.getByLabel('Code').fill(recovery);
    await own.getByRole('button', { name: 'Turn off' }).click();
    await own.getByRole('button', { name: 'Set up' }).waitFor();
  });

  sentence(
    'An owner requires two-factor authentication with a grace period, and undoes that',
    async (_t, stage) => {
      const page = await stage.openPage('ada', '/organization/authentication');
      const policy = page
        .locator('.settings-section')
        .filter({ has: page.getByRole('heading', { name: 'Require two-factor authentication' }) });
      await policy.getByText('Not required.').waitFor();
      await policy.getByLabel('People must set it up').selectOption('within 30 days');
      await policy.getByRole('button', { name: 'Require', exact: true }).click();
      await policy.getByText(/Required from/).waitFor();
      const account = await stage.openPage('ben', '/settings/account');
      await group(account)
        .getByText(/Your organization requires it from/)
        .waitFor();
      await policy.getByRole('button', { name: 'Stop requiring it' }).click();
      await policy.getByText('Not required.').waitFor();
    },
  );
});
