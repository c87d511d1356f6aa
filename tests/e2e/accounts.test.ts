/** Ways in, without a mouse: a first organization, and one of several. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import { createOrganization, app, ServerProcess } from '../support/process/process.ts';
import { undoAfter } from '../support/undo.ts';
import { leftShown } from './page.ts';
import { onOneServer, password, until } from './stage.ts';

/** Goes there with Tab alone, as an assistive program would name the place. */
async function tabTo(page: Page, name: string): Promise<void> {
  const there = page
    .getByLabel(name)
    .or(page.getByRole('button', { name }))
    .or(page.getByRole('link', { name }));
  await there.first().waitFor();
  await until(`Tab comes to ${name}`, async () => {
    if ((await there.and(page.locator(':focus')).count()) > 0) return true;
    await page.keyboard.press('Tab');
    return false;
  });
}

async function fill(page: Page, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) {
    await tabTo(page, label);
    await page.keyboard.type(value);
  }
  await page.keyboard.press('Enter');
}

async function follow(page: Page, name: string): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.press('Enter');
}

/** Another server, with what is made in its folder before it starts. */
async function another(
  t: TestContext,
  make: (dataDir: string) => void = () => undefined,
): Promise<ServerProcess> {
  const dataDir = mkdtempSync(join(tmpdir(), 'heddle-e2e-'));
  undoAfter(t, () => rmSync(dataDir, { recursive: true, force: true }));
  make(dataDir);
  const server = await ServerProcess.at({ dataDir });
  undoAfter(t, () => server.stop('SIGKILL'));
  await server.start();
  return server;
}

onOneServer('Accounts', (sentence) => {
  sentence(
    'The first visitor of a new server creates the organization and is signed in',
    async (t, stage) => {
      const server = await another(t);
      let path = '';
      await until('the server says where', async () => {
        path = /\/setup\?token=[\w-]+/.exec(server.said)?.[0] ?? '';
        return path !== '';
      });
      const page = await stage.openBrowser({ baseURL: server.url });
      await page.goto(path);
      const typed = {
        'Organization name': 'Spinners',
        'Your name': 'Ida',
        'Your email address': 'ida@example.com',
      };
      await fill(page, { ...typed, Password: 'short' });
      await page.getByRole('alert').waitFor();
      assert.equal(await page.getByLabel('Your name').inputValue(), 'Ida');
      await fill(page, { Password: 'a wheel and a whorl' });
      await page.getByRole('heading', { name: 'Spinners is ready' }).waitFor();
      const download = page.waitForEvent('download');
      await follow(page, 'Download as zuliprc');
      assert.equal((await download).suggestedFilename(), 'zuliprc');
      await page.goto('/');
      await leftShown(page);
      await page.goto('/inbox');
      const inbox = page.getByRole('list', { name: 'Inbox' });
      await inbox.getByRole('link', { name: 'inviting people' }).waitFor();
      await inbox.locator('a[href$="/topic/welcome"]').click();
      await page.getByText('Welcome to Spinners. This is #general').waitFor();
      await page.goto('/inbox');
      await page.getByRole('button', { name: 'Invite people' }).click();
      await page.getByRole('button', { name: 'Send invitations' }).waitFor();
      const late = await stage.openBrowser({ baseURL: server.url });
      assert.equal((await late.goto('/setup?token=guessed'))?.status(), 404);
    },
  );

  sentence('A server with several organizations lets a user choose one and sign in', async (t, stage) => {
    const server = await another(t, (dataDir) => {
      createOrganization({ dataDir });
      const owner = ['--owner-name', 'Dot', '--owner-email', 'dot@example.com', '--owner-password', password];
      app({ dataDir }, 'org', 'create', '--name', 'Dyers', '--subdomain', 'dyers', ...owner);
    });
    const page = await stage.openBrowser({ baseURL: server.url });
    await page.goto('/choose');
    await fill(page, { 'Address of your organization': 'nobody' });
    await page.getByRole('alert').getByText('There is no organization at this address').waitFor();
    assert.equal(await page.getByText('Dyers').count(), 0);
    await page.goto('/choose');
    await fill(page, { 'Address of your organization': 'dyers' });
    await page
      .getByRole('heading', { name: 'Sign in to Dyers' })
      .or(page.getByRole('link', { name: 'Sign in' }))
      .first()
      .waitFor();
    await page.goto(new URL('/login', page.url()).href);
    await fill(page, { 'Email address': 'dot@example.com', Password: password });
    await leftShown(page);
    assert.match(page.url(), /^http:\/\/dyers\.localhost:/);
  });
});
