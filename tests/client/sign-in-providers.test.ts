/** Sign-in providers in the settings of an organization. */
import assert from 'node:assert/strict';
import { fakeIssuer } from '../support/services/fake-issuer.ts';
import { done, onOneServer, type Page } from './stage.ts';

const group = (page: Page) =>
  page
    .locator('.settings-section')
    .filter({ has: page.getByRole('heading', { name: 'Sign-in providers', exact: true }) });

onOneServer('Sign-in providers in the web client', (sentence) => {
  sentence('An owner adds a sign-in provider, tests it, and removes it', async (t, stage) => {
    const { url } = await fakeIssuer(t);
    const page = await stage.openPage('ada', '/organization/authentication');
    const own = group(page);
    await own.getByText('No sign-in providers').waitFor();
    await own.getByRole('button', { name: 'Add provider' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name on the button', { exact: true }).fill('Company');
    await dialog.getByLabel('Issuer URL', { exact: true }).fill(url);
    await dialog.getByLabel('Client ID', { exact: true }).fill('heddle');
    await dialog.getByLabel('Groups', { exact: true }).fill('cn=a,dc=b = Weavers');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText(/client_secret is not set/).waitFor();
    await dialog.getByLabel('Client secret', { exact: true }).fill('of the provider');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await own.getByText(/\/complete\/company\//).waitFor();
    const { providers } = await done(stage.as('ada').get('/heddle/sign_in_providers'));
    const [{ settings }] = providers as [{ settings: Record<string, unknown> }];
    assert.deepEqual(settings.groups, { 'cn=a,dc=b': 'Weavers' });
    await own.getByRole('button', { name: 'Test Company' }).click();
    // The server of the test may not call this machine.
    await own.getByText(/is in a private network/).waitFor();
    await own.getByRole('button', { name: 'Turn off' }).click();
    await own.getByRole('button', { name: 'Turn on' }).waitFor();
    await own.getByRole('button', { name: 'Remove Company' }).click();
    await page.getByRole('button', { name: 'Remove Company' }).last().click();
    await own.getByText('No sign-in providers').waitFor();
  });

  sentence('An administrator sees that only owners manage sign-in providers', async (_t, stage) => {
    await done(stage.as('ada').patch(`/users/${stage.people.ben.id}`, { role: 200 }));
    const page = await stage.openPage('ben', '/organization/authentication');
    await page.getByText('Only owners can see and change sign-in providers.').waitFor();
  });
});
