/** The first evening of five people on a new server without a mail server, each with a browser. */
import type { Page } from 'playwright-core';
import { newServer } from '../support/process/own-server.ts';
import { copyLink, getButton, getDialog, getLeft, getStored, goTo, leftShown, write } from './page.ts';
import { inBrowsers } from './stage.ts';

const password = 'a wheel and a whorl';
const chosen = 'a shuttle and a reed';

async function setUp(page: Page, setupUrl: string): Promise<void> {
  await page.goto(setupUrl);
  const typed = {
    'Organization name': 'Spinners',
    'Your name': 'Ida Rask',
    'Your email address': 'ida@example.com',
    Password: password,
  };
  for (const [label, text] of Object.entries(typed)) await page.getByLabel(label).fill(text);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Spinners is ready' }).waitFor();
  await page.goto('/inbox');
  await leftShown(page);
}

async function invite(page: Page, email: string): Promise<string> {
  await goTo(page, '/organization/invitations');
  await page.getByText('No mail server is connected').waitFor();
  await page.getByLabel('Email addresses').fill(email);
  await getButton(page, 'Send invitations').click();
  const row = page.getByRole('listitem').filter({ hasText: email });
  return copyLink(page, getButton(row, 'Copy link'));
}

async function acceptInvitation(page: Page, link: string, name: string): Promise<void> {
  await page.goto(link);
  await page.getByLabel('Your name').fill(name);
  await page.getByLabel('Password').fill(password);
  await getButton(page, 'Join').click();
  await leftShown(page);
}

async function addPerson(page: Page, name: string, email: string): Promise<string> {
  await goTo(page, '/organization/users');
  await getButton(page, 'Add person').click();
  const form = getDialog(page, 'Add person');
  await form.getByLabel('Name', { exact: true }).fill(name);
  await form.getByLabel('Email', { exact: true }).fill('ben@example.com');
  await getButton(form, 'Add person').click();
  await form.getByRole('alert').waitFor();
  await form.getByLabel('Email', { exact: true }).fill(email);
  await getButton(form, 'Add person').click();
  const shown = getDialog(page, name);
  const link = await copyLink(page, getButton(shown, 'Copy link'));
  await page.keyboard.press('Escape');
  await shown.waitFor({ state: 'detached' });
  return link;
}

async function resetPassword(page: Page, name: string): Promise<string> {
  await goTo(page, '/organization/users');
  await getButton(page, `Edit ${name}`).click();
  const person = getDialog(page, name);
  await getButton(person, 'Create password link').click();
  await getButton(getDialog(page, 'Create password link?'), 'Create password link').click();
  return copyLink(page, getButton(person, 'Copy link'));
}

async function choosePassword(page: Page, link: string, email: string): Promise<void> {
  await page.goto(link);
  await page.getByLabel('Password').fill(chosen);
  await page.keyboard.press('Enter');
  await page.getByText('Your password has been changed.').waitFor();
  await signIn(page, email);
}

async function signIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password').fill(chosen);
  await page.keyboard.press('Enter');
  await leftShown(page);
}

async function openWelcome(page: Page): Promise<void> {
  await goTo(page, '/inbox');
  await getLeft(page)
    .getByRole('link', { name: /^general/ })
    .click();
  await getLeft(page)
    .getByRole('link', { name: /^welcome/ })
    .click();
}

inBrowsers('The first evening', (sentence) => {
  sentence(
    'Without a mail server, five people join by links, write to each other, and one gets a new password',
    async (t, stage) => {
      const { setupUrl } = await newServer(t);
      const options = {
        baseURL: new URL(setupUrl ?? '').origin,
        permissions: ['clipboard-read', 'clipboard-write'],
      };
      const sitDown = () => stage.openBrowser(options);
      const ida = await sitDown();
      await setUp(ida, setupUrl ?? '');

      const [ben, cleo] = [await sitDown(), await sitDown()];
      await acceptInvitation(ben, await invite(ida, 'ben@example.com'), 'Ben Okafor');
      await acceptInvitation(cleo, await invite(ben, 'cleo@example.com'), 'Cleo');
      const [dan, eve] = [await sitDown(), await sitDown()];
      await choosePassword(dan, await addPerson(ida, 'Dan Ito', 'dan@example.com'), 'dan@example.com');
      await choosePassword(eve, await addPerson(ida, 'Eve Lindqvist', 'eve@example.com'), 'eve@example.com');

      for (const page of [ida, ben]) await openWelcome(page);
      await write(ben, 'Good evening.');
      await getStored(ida, 'Good evening.').waitFor();
      await ida
        .getByRole('complementary', { name: 'People' })
        .getByRole('link', { name: /Dan Ito/ })
        .click();
      await write(ida, 'Can you read this?');
      await getLeft(dan)
        .getByRole('link', { name: /Ida Rask/ })
        .click();
      await getStored(dan, 'Can you read this?').waitFor();
      await write(dan, 'Every word.');
      await getStored(ida, 'Every word.').waitFor();

      await goTo(cleo, '/settings/profile');
      await cleo.getByLabel('Name', { exact: true }).fill('Cléo Marchand');
      await cleo.keyboard.press('Enter');
      await eve.getByRole('complementary', { name: 'People' }).getByText('Cléo Marchand').waitFor();

      const link = await resetPassword(ida, 'Ben Okafor');
      await choosePassword(await sitDown(), link, 'ben@example.com');
      await ben.getByText('Your session has ended.').waitFor();
      await ben.getByRole('link', { name: 'Sign in' }).click();
      await signIn(ben, 'ben@example.com');
      await getStored(ben, 'Good evening.').waitFor();
    },
  );
});
