/** Ways in, without a mouse: a first organization, an account, and a password reset. */
import assert from 'node:assert/strict';
import { readOutbox } from '../../server/src/lib/mail/deliver.ts';
import { parseEmail } from '../../server/src/lib/mail/read.ts';
import { Client } from '../support/client.ts';
import { newServer } from '../support/process/own-server.ts';
import { fill, follow, tabTo } from './by-keyboard.ts';
import { leftShown } from './page.ts';
import { done, onOneServer, password, until, type Stage } from './stage.ts';

/** The link in the newest email to someone. */
async function findLink(stage: Stage, to: string, pattern: RegExp): Promise<string> {
  let path: string | undefined;
  await until(`the email to ${to} is in the outbox`, async () => {
    const emails = (await readOutbox(stage.dataDir)).map(parseEmail).filter((email) => email.to === to);
    path = emails.map(({ text }) => pattern.exec(text)?.[0]).find((found) => found !== undefined);
    return path !== undefined;
  });
  return path ?? '';
}

onOneServer('Accounts', (sentence) => {
  sentence(
    'The first visitor of a new server creates the organization and is signed in',
    async (t, stage) => {
      const server = await newServer(t);
      const page = await stage.openBrowser(server.url);
      const { pathname, search } = new URL(server.setupUrl ?? '');
      await page.goto(pathname + search);
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
      await tabTo(page, 'Download as zuliprc');
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
    },
  );

  sentence('The button to invite others is shown only with permission', async (_t, stage) => {
    const { user_groups } = await done(stage.as('ada').get('/user_groups'));
    const groupId = (wanted: string): number =>
      user_groups.find(({ name }: { name: string }) => name === wanted).id;
    const allow = (group: string) =>
      done(stage.as('ada').patch('/realm', { can_invite_users_group: { new: groupId(group) } }));
    const page = await stage.openPage('ben', '/inbox');
    const button = page.getByRole('button', { name: 'Invite people' });
    const item = page.getByRole('menuitem', { name: 'Invite people' });
    await allow('role:members');
    await button.click();
    await page.getByLabel('Email addresses').waitFor();
    await page.goto('/inbox');
    // Once they are there, nothing is drawn again under the menu.
    await page.getByRole('complementary', { name: 'People' }).getByRole('link', { name: 'Ada' }).waitFor();
    await page.getByRole('button', { name: 'Weavers', exact: true }).click();
    await item.waitFor();
    await allow('role:administrators');
    await button.waitFor({ state: 'detached' });
    await item.waitFor({ state: 'detached' });
    await page.getByRole('menuitem', { name: 'Organization settings' }).waitFor();
  });

  sentence('An open organization lets anyone sign up without an invitation', async (_t, stage) => {
    const page = await stage.openBrowser();
    await page.goto('/login');
    await page.getByRole('heading', { name: 'Sign in to Weavers' }).waitFor();
    assert.equal(await page.getByRole('link', { name: 'Create an account' }).count(), 0);
    await page.goto('/join');
    await page.getByRole('heading', { name: 'You need an invitation' }).waitFor();
    await done(stage.as('ada').patch('/realm', { invite_required: false }));
    await page.goto('/login');
    await follow(page, 'Create an account');
    await fill(page, { 'Your email address': 'finn@example.com' });
    await page.getByRole('heading', { name: 'Ask for the link' }).waitFor();
    await page.goto(await findLink(stage, 'finn@example.com', /\/join\/[\w-]+/));
    await fill(page, { 'Your name': 'Finn', Password: 'tabby and twill' });
    await leftShown(page);
    const again = await stage.openBrowser();
    await again.goto(await findLink(stage, 'finn@example.com', /\/join\/[\w-]+/));
    await again.getByRole('heading', { name: /has been used|have an account/ }).waitFor();
  });

  sentence('A forgotten password is reset by email', async (_t, stage) => {
    const email = 'wilma@example.com';
    await done(stage.as('ada').post('/users', { email, password, full_name: 'Wilma Weft' }));
    await done(new Client(stage.server.url).post('/fetch_api_key', { username: email, password }));
    const page = await stage.openBrowser();
    await page.goto('/login');
    await follow(page, 'Forgot your password?');
    await page.waitForURL('**/reset');
    await fill(page, { 'Email address': email });
    await page.getByRole('heading', { name: 'Ask for the link' }).waitFor();
    const link = await findLink(stage, email, /\/reset\/[\w-]+/);
    await page.goto(link);
    await fill(page, { 'New password': 'short' });
    await page.getByRole('alert').waitFor();
    await fill(page, { 'New password': 'warp and weft again' });
    await page.getByText('Your password has been changed.').waitFor();
    await fill(page, { Password: 'warp and weft again' });
    await leftShown(page);
    await page.goto(link);
    await page.getByRole('heading', { name: 'This link is no longer valid' }).waitFor();
  });
});
