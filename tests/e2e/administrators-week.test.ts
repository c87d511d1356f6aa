/** A week of an owner, by page and by keyboard, and what the others see of it while it happens. */
import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { Client } from '../support/client.ts';
import { finishExports } from '../support/fixtures/exports.ts';
import { slackZip } from '../support/fixtures/slack.ts';
import { finishImports } from '../support/fixtures/web-imports.ts';
import type { OwnServer } from '../support/process/own-server.ts';
import {
  choose,
  copyLink,
  getButton,
  getCompose,
  getDialog,
  getLeft,
  getStored,
  getToast,
  goTo,
  leftShown,
  write,
} from './page.ts';
import { inBrowsers, password, type Stage } from './stage.ts';

type Week = { stage: Stage<OwnServer>; ada: Page; ben: Page; cleo: Page };

const getField = (place: Page | Locator, label: string): Locator => place.getByLabel(label, { exact: true });

const savedAt = (place: Page | Locator, label: string): Promise<void> =>
  place.locator('.field').filter({ hasText: label }).getByText('Saved').waitFor();

/** A question has the name of its answer. */
async function answer(page: Page, name: string): Promise<void> {
  const question = page.getByRole('dialog').filter({ has: page.getByRole('heading', { name }) });
  await getButton(question, name).click();
  await question.waitFor({ state: 'detached' });
}

/** Two people are invited without mail: one joins, and the invitation of the other is revoked. */
async function invite({ ada, cleo }: Omit<Week, 'ben'>, other: Page): Promise<void> {
  await goTo(ada, '/organization/invitations');
  await ada.getByLabel('Email addresses').fill('cleo@example.com, dan@example.com');
  await getButton(ada, 'Send invitations').click();
  const [ofCleo, ofDan] = ['cleo', 'dan'].map((name) =>
    ada.getByRole('listitem').filter({ hasText: `${name}@example.com` }),
  ) as [Locator, Locator];
  const revoked = await copyLink(ada, getButton(ofDan, 'Copy link'));
  await getButton(ofDan, 'Revoke').click();
  await answer(ada, 'Revoke');
  await ofDan.waitFor({ state: 'detached' });
  await other.goto(revoked);
  await other.getByText('This invitation has been revoked').waitFor();

  await cleo.goto(await copyLink(ada, getButton(ofCleo, 'Copy link')));
  await cleo.getByLabel('Your name').fill('Cleo Marchand');
  await cleo.getByLabel('Password').fill(password);
  await cleo.keyboard.press('Enter');
  await leftShown(cleo);
  await ofCleo.waitFor({ state: 'detached' });
}

/** Ben becomes a moderator, and his group the only one that creates public channels. */
async function handOver({ ada, ben, cleo }: Week): Promise<void> {
  await goTo(ben, '/organization/users');
  await goTo(ada, '/organization/users');
  await getField(ada, 'Role of Ben Okafor').focus();
  await ada.keyboard.type('Moderator');
  await ben.getByRole('listitem').filter({ hasText: 'Ben Okafor' }).getByText('Moderator').waitFor();
  await ben.getByText('Only administrators can change this.').waitFor();

  await goTo(ada, '/people/groups/new');
  const form = getDialog(ada, 'Create group');
  await getField(form, 'Name').fill('dyers');
  await getField(form, 'People').fill('ben');
  await ada.getByRole('option', { name: 'Ben Okafor' }).waitFor();
  await ada.keyboard.press('Enter');
  await getButton(form, 'Create group').click();
  await getToast(ada, 'Created dyers').waitFor();
  for (const page of [ben, cleo]) {
    await goTo(page, '/channels');
    await getButton(page, 'Create channel').waitFor();
  }
  await goTo(ada, '/organization/permissions');
  for (const who of ['Who can create public channels', 'Who can create private channels'])
    await allowOnly(ada, who, 'dyers');
  await getButton(cleo, 'Create channel').waitFor({ state: 'detached' });
  await getButton(ben, 'Create channel').waitFor();
}

async function allowOnly(page: Page, who: string, group: string): Promise<void> {
  await getField(page, who).selectOption('Custom…');
  const choice = getDialog(page, who);
  await getButton(choice, 'Remove Everyone except guests').click();
  await getField(choice, 'Groups').selectOption(group);
  await getButton(choice, 'Save').click();
  await savedAt(page, who);
}

/** What a member reports, the owner reads in the channel for it, finds by its link, and deletes. */
async function handleReport({ stage, ada, ben, cleo }: Week): Promise<void> {
  await goTo(ada, '/channels/new');
  const form = getDialog(ada, 'Create channel');
  await getField(form, 'Name').fill('reports');
  await form.getByRole('radio', { name: /^Private, shared history/ }).check();
  await getButton(form, 'Create channel').click();
  await getToast(ada, 'Created reports.').waitFor();
  await goTo(ada, '/organization/general');
  await getField(ada, 'Send message reports to').selectOption('reports');
  await savedAt(ada, 'Send message reports to');

  await goTo(ben, stage.topicPath('market'));
  await write(ben, 'Buy my yarn, only today.');
  await getStored(ben, 'Buy my yarn').waitFor();
  await goTo(cleo, stage.topicPath('market'));
  await choose(cleo, getStored(cleo, 'Buy my yarn'), 'Report');
  const report = getDialog(cleo, 'Report this message');
  await getField(report, 'Reason').selectOption('Spam');
  await getButton(report, 'Report').click();
  await report.waitFor({ state: 'detached' });

  await ada.keyboard.press('Escape');
  await getLeft(ada)
    .getByRole('link', { name: /^reports/ })
    .click();
  const reported = getStored(ada, 'Buy my yarn');
  await reported.getByText('Cleo Marchand').waitFor();
  await reported.getByRole('link', { name: 'original message' }).click();
  await choose(ada, getStored(ada, 'Buy my yarn'), 'Delete message');
  await getButton(ada.getByRole('dialog'), 'Delete message').click();
  await getStored(ben, 'Buy my yarn').waitFor({ state: 'detached' });
  assert.equal(
    await getLeft(cleo)
      .getByRole('link', { name: /^reports/ })
      .count(),
    0,
  );
}

/** A channel is closed to those outside, archived, unarchived, and opened again. */
async function closeChannel({ stage, ada, ben, cleo }: Week): Promise<void> {
  const getRow = (page: Page) => page.getByRole('main').getByRole('link', { name: /^weaving/ });
  await goTo(cleo, '/channels');
  await getRow(cleo).waitFor();
  await goTo(ada, `/channels/${stage.weaving}/general`);
  await ada.getByRole('radio', { name: /^Private, protected history/ }).check();
  await getRow(cleo).waitFor({ state: 'detached' });

  await goTo(ben, stage.topicPath('bath'));
  await getCompose(ben).waitFor();
  await getButton(ada, 'Archive channel').click();
  await getButton(getDialog(ada, 'Archive weaving?'), 'Archive channel').click();
  await ben.getByText('This channel is archived.').waitFor();
  assert.equal(await getCompose(ben).count(), 0);
  await getButton(ada, 'Unarchive channel').click();
  await write(ben, 'It is back.');
  await getStored(ben, 'It is back.').waitFor();
  await ada.getByRole('radio', { name: /^Public/ }).check();
  await getRow(cleo).waitFor();
}

/** An export of another product is rehearsed, imported and taken back. */
async function tryImport({ stage, ada, ben }: Week): Promise<void> {
  await goTo(ben, '/organization/imports');
  await ben.getByText('Only owners can change this.').waitFor();
  await goTo(ada, '/organization/imports');
  const [chooser] = await Promise.all([ada.waitForEvent('filechooser'), getButton(ada, 'Upload').click()]);
  await chooser.setFiles({ name: 'weavers.zip', mimeType: 'application/zip', buffer: slackZip() });
  const row = ada.getByRole('listitem').filter({ hasText: 'weavers.zip' });
  await getField(row, 'Product').selectOption('Slack');
  await getField(row, 'Download files that the export only links to').uncheck();
  for (const [button, during, after] of [
    ['Check', 'Checking', 'Checked'],
    ['Import', 'Importing', 'Imported'],
    ['Undo import', 'Undoing', 'Undone'],
  ] as const) {
    await getButton(row, button).click();
    if (button === 'Undo import') await answer(ada, button);
    await row.getByText(during).waitFor();
    await finishImports(stage.server);
    await row.getByText(after).waitFor();
    if (button !== 'Check') continue;
    await row.getByText('An import takes about').waitFor();
    await row.getByText('Problems by reason').click();
    await row.getByText('1 × The path leads out of the archive').waitFor();
  }
}

/** A bot writes with a key of its own, until that is revoked. */
async function lendKey({ stage, ada, ben }: Week): Promise<void> {
  await goTo(ada, '/organization/bots');
  await getButton(ada, 'Create a bot').click();
  const form = getDialog(ada, 'Create a bot');
  await getField(form, 'Name').fill('Kiln');
  await getButton(form, 'Create a bot').click();
  await getButton(ada, 'Manage Kiln').click();
  const bot = getDialog(ada, 'Kiln');
  await getButton(bot, 'Add a key').click();
  const key = getDialog(ada, 'Add a key');
  await getField(key, 'Name').fill('Build server');
  await key.getByLabel('Send', { exact: true }).check();
  await getButton(key, 'Create key').click();
  await bot.getByText('Copy the key now.').waitFor();
  await getButton(bot, 'Copy key').click();
  await getToast(ada, 'Key copied').waitFor();
  const apiKey = await ada.evaluate<string>('navigator.clipboard.readText()');
  const email =
    (await bot
      .getByText(/^kiln-bot@/)
      .first()
      .textContent()) ?? '';
  const program = new Client(stage.server.url, { email, apiKey });
  const message = { type: 'channel', to: 'weaving', topic: 'kiln', content: 'Fired.' };
  assert.equal((await program.post('/messages', message)).status, 200);
  await goTo(ben, stage.topicPath('kiln'));
  await getStored(ben, 'Fired.').waitFor();
  await getButton(bot, 'Revoke Build server').click();
  await answer(ada, 'Revoke Build server');
  assert.equal((await program.post('/messages', message)).status, 401);
  await ada.keyboard.press('Escape');
}

/** How long messages are kept is changed, and found in the log with all that was done before. */
async function readAudit({ ada, ben }: Week): Promise<void> {
  await goTo(ada, '/organization/messages');
  const messages = ada.getByRole('region', { name: 'Messages', exact: true });
  await getField(messages, 'Message retention').selectOption('90 days');
  await savedAt(messages, 'Message retention');
  await goTo(ben, '/organization/audit');
  await ben.getByText('Only owners see this page').waitFor();
  await goTo(ada, '/organization/audit');
  const entries = ada.getByRole('list', { name: 'Audit log' }).getByRole('listitem');
  for (const [what, change] of [
    ['Organization settings changed', /Message retention.*No limit.*90 days/s],
    ['Bot API key revoked', /Build server/],
    ['Import undone', /Slack/],
    ['Another person’s message deleted', /Ada Achterberg/],
    ['Group created', /dyers/],
    ['Role changed', /Ben Okafor.*Member.*Moderator/s],
    ['Invitation revoked', /dan@example\.com/],
  ] as const)
    await entries.filter({ hasText: what }).filter({ hasText: change }).first().waitFor();
}

/** One person leaves, and the owner takes a copy along. */
async function closeWeek({ stage, ada, ben, cleo }: Week): Promise<void> {
  await goTo(ada, '/organization/users');
  await getButton(ada, 'Deactivate Cleo Marchand').click();
  await answer(ada, 'Deactivate Cleo Marchand');
  await cleo.getByText('Your session has ended.').waitFor();
  await cleo.getByRole('link', { name: 'Sign in' }).click();
  await cleo.getByLabel('Email address').fill('cleo@example.com');
  await cleo.getByLabel('Password').fill(password);
  await cleo.keyboard.press('Enter');
  await cleo.getByRole('alert').waitFor();

  await goTo(ben, '/organization/exports');
  await ben.getByText('Only administrators can change this.').waitFor();
  await goTo(ada, '/organization/exports');
  await ada.getByText('people allow administrators to export').waitFor();
  const contents = 'Public channels, and private data of people who allow it';
  await getField(ada, 'Contents').selectOption(contents);
  await getButton(ada, 'Start export').click();
  const row = ada.getByRole('list', { name: 'Exports' }).getByRole('listitem').filter({ hasText: contents });
  await row.getByText('In progress').waitFor();
  await finishExports(stage.server);
  await row.getByText('Ready').waitFor();
  const [download] = await Promise.all([
    ada.waitForEvent('download'),
    ada.getByRole('link', { name: 'Download' }).click(),
  ]);
  assert.equal(await download.failure(), null);
  await getButton(ada, 'Delete export').click();
  await answer(ada, 'Delete export');
  await row.getByText('Deleted').waitFor();
  assert.equal(await row.getByRole('link', { name: 'Download' }).count(), 0);
}

inBrowsers('The week of an owner', (sentence) => {
  sentence(
    'People, a channel, a report, an import, a key, rules and an export are managed, and others see it at once',
    async (_t, stage) => {
      // Downloads come from the address of the organization.
      const baseURL = stage.server.url.replace('127.0.0.1', 'localhost');
      const options = { baseURL, permissions: ['clipboard-read', 'clipboard-write'] };
      const ada = await stage.openPage('ada', '/inbox', options);
      const ben = await stage.openPage('ben', '/inbox');
      const cleo = await stage.openBrowser();
      const week = { stage, ada, ben, cleo };
      await invite(week, await stage.openBrowser());
      await handOver(week);
      await handleReport(week);
      await closeChannel(week);
      await tryImport(week);
      await lendKey(week);
      await readAudit(week);
      await closeWeek(week);
    },
  );
});
