/** Signing in across the addresses of several organizations, which the form-action policy of a browser may refuse. */
import assert from 'node:assert/strict';
import { app } from '../support/process/process.ts';
import { leftShown } from './page.ts';
import { inBrowsers, password } from './stage.ts';

inBrowsers('Accounts', (sentence) => {
  sentence('A server with several organizations lets a user choose one and sign in', async (_t, stage) => {
    const { server, dataDir } = stage;
    await server.stop();
    const owner = ['--owner-name', 'Dot', '--owner-email', 'dot@example.com', '--owner-password', password];
    app({ dataDir }, 'org', 'create', '--name', 'Dyers', '--subdomain', 'dyers', ...owner);
    await server.start();
    const page = await stage.openBrowser();
    const choose = async (address: string) => {
      await page.goto('/choose');
      await page.getByLabel('Address of your organization').fill(address);
      await page.keyboard.press('Enter');
    };
    await choose('nobody');
    await page.getByRole('alert').getByText('There is no organization at this address').waitFor();
    assert.equal(await page.getByText('Dyers').count(), 0);
    await choose('dyers');
    await page
      .getByRole('heading', { name: 'Sign in to Dyers' })
      .or(page.getByRole('link', { name: 'Sign in' }))
      .first()
      .waitFor();
    await page.goto(new URL('/login', page.url()).href);
    await page.getByLabel('Email address').fill('dot@example.com');
    await page.getByLabel('Password').fill(password);
    await page.keyboard.press('Enter');
    await leftShown(page);
    assert.match(page.url(), /^http:\/\/dyers\.localhost:/);
  });
});
