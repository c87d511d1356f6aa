/** The way from one address to another, which a browser may refuse a form. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OwnServer } from '../support/process/own-server.ts';
import { createOrganization, app } from '../support/process/process.ts';
import { undoAfter } from '../support/undo.ts';
import { leftShown } from './page.ts';
import { onOneServer, password } from './stage.ts';

onOneServer('Accounts', (sentence) => {
  sentence('A server with several organizations lets a user choose one and sign in', async (t, stage) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'heddle-e2e-'));
    undoAfter(t, () => rmSync(dataDir, { recursive: true, force: true }));
    createOrganization({ dataDir });
    const owner = ['--owner-name', 'Dot', '--owner-email', 'dot@example.com', '--owner-password', password];
    app({ dataDir }, 'org', 'create', '--name', 'Dyers', '--subdomain', 'dyers', ...owner);
    const server = await OwnServer.on(dataDir);
    undoAfter(t, () => server.stop());
    const page = await stage.openBrowser({ baseURL: server.url });
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
