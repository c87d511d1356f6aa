/** Everything that lies over the page: by the file of `web/src/ui` that draws it, with a word for a further one, where it is and how it is opened. */
import type { Locator, Page } from 'playwright-core';
import { getButton, getCompose, getDialog, getLeft, getStored } from './page.ts';
import { until, type Stage } from './stage.ts';

export interface Overlay {
  /** The topic of `furnish` unless given. */
  at?: (stage: Pick<Stage, 'weaving'>) => string;
  /** Where there is no mouse, there is another way. */
  needsPointer?: true;
  /** Where there is no room, it is not there. */
  needsRoom?: true;
  open: (page: Page) => Promise<unknown>;
}

/** Drawn with others, or only while something loads or when it has failed. */
export const partsOfOverlays: readonly string[] = [
  'kit/overlays/confirm-dialog',
  'kit/overlays/dialog',
  'kit/overlays/form-dialog',
  'kit/overlays/menu',
  'kit/overlays/sheet',
  'screens/settings/base/ask-first',
];

/** Buttons one after the other; of several with one name, the first visible one. */
const press =
  (...names: (string | RegExp)[]) =>
  async (page: Page) => {
    for (const name of names)
      await page
        .getByRole('button', { name, exact: typeof name === 'string' })
        .filter({ visible: true })
        .first()
        .click();
  };

const on = (path: string, ...buttons: (string | RegExp)[]): Overlay => ({
  at: () => path,
  open: press(...buttons),
});

const message = (page: Page): Locator => getStored(page, 'Look here.').first();

/** A list that is rendered again loses the focus. */
async function openMenu(page: Page, of: Locator): Promise<void> {
  const opened = page.getByRole('menu').or(getDialog(page, 'Actions for this message')).first();
  await until('the menu is open', async () => {
    await of.focus();
    await page.keyboard.press('i');
    return opened.waitFor({ timeout: 2000 }).then(
      () => true,
      () => false,
    );
  });
}

/** A menu on a desk, a sheet on a phone. */
async function choose(page: Page, of: Locator, name: string): Promise<void> {
  await openMenu(page, of);
  const sheet = getDialog(page, 'Actions for this message');
  await page
    .getByRole('menuitem', { name: new RegExp(`^${name.replace('?', String.raw`\?`)}`) })
    .or(getButton(sheet, name))
    .click();
}

const fromMessage = (choice: string): Overlay => ({ open: (page) => choose(page, message(page), choice) });

/** A choice of the menu of something in the sidebar. */
async function chooseOnLeft(page: Page, name: string | RegExp, choice?: string): Promise<void> {
  await showLeft(page);
  await getLeft(page).getByRole('link', { name }).first().click({ button: 'right' });
  if (choice !== undefined) await page.getByRole('menu').getByText(choice, { exact: true }).click();
}
const onLeft = (name: string | RegExp, choice?: string): Overlay => ({
  needsPointer: true,
  open: (page) => chooseOnLeft(page, name, choice),
});

/** Where there is no room, it is opened first. */
async function showLeft(page: Page): Promise<void> {
  const opener = getButton(page, 'Open conversation list');
  if (await opener.isVisible()) await opener.click();
}

/** A button beside the text, which is there while a user writes. */
const inCompose = (...names: (string | RegExp)[]): Overlay => ({
  async open(page) {
    await getCompose(page).fill('Something to send.');
    await press(...names)(page);
  },
});

const emptyCompose = (...names: (string | RegExp)[]): Overlay => ({
  async open(page) {
    await getCompose(page).fill('');
    await getCompose(page).click();
    await press(names[0] ?? '')(page);
    for (const name of names.slice(1)) await page.getByRole('menuitem', { name }).click();
  },
});

const inMenu = (menu: string, choice: string): Overlay => ({
  async open(page) {
    await press(menu)(page);
    await page.getByRole('menuitem', { name: choice }).click();
  },
});

const pictureField = (path: string, button: string, picture: Buffer): Overlay => ({
  at: () => path,
  async open(page) {
    // Together: a button that is not there is a finding, and does not end the process.
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      getButton(page, button).first().click(),
    ]);
    await chooser.setFiles({ name: 'loom.png', mimeType: 'image/png', buffer: picture });
    await page.getByRole('dialog').last().waitFor();
  },
});

/** @param picture for what asks for one */
export const getOverlays = (picture: Buffer): Readonly<Record<string, Overlay>> => ({
  'kit/button': { needsPointer: true, open: (page) => getButton(page, 'Menu').hover() },
  'screens/channels/channel-general': {
    at: ({ weaving }) => `/channels/${weaving}/general`,
    open: press('Archive channel'),
  },
  'screens/channels/create-channel': on('/channels/new'),
  'screens/channels/folders': on('/channels/folders', 'New folder'),
  'compose/public-question': {
    at: () => '/dm/me',
    async open(page) {
      await page.getByRole('main').focus();
      await page.keyboard.press('c');
      await page.getByRole('combobox', { name: 'Channel' }).fill('weav');
      await page.getByRole('option', { name: 'weaving' }).click();
      await page.getByRole('combobox', { name: 'Topic' }).fill('look');
      await getCompose(page).fill('For all.');
      await getButton(page, 'Send').click();
    },
  },
  'compose/send-buttons': {
    async open(page) {
      await inCompose('Sending options').open(page);
      await page.getByRole('menuitem', { name: 'Custom time…' }).click();
    },
  },
  'compose/writing/snippets': inCompose('Saved snippets'),
  'compose/writing/widget-dialogs': emptyCompose('Poll or to-do list', 'Create a poll'),
  'screens/directory/directory': on('/people/groups/new'),
  'screens/directory/group-detail': {
    at: () => '/people/groups',
    async open(page) {
      await page.getByRole('main').getByRole('link', { name: /seers/ }).click();
      await press('Deactivate')(page);
    },
  },
  'parts/emoji/emoji-picker': emptyCompose('Choose an emoji'),
  'header/header': { needsRoom: true, open: (page) => page.locator('.header-about').click() },
  'header/page-menu-choices': { open: press('Menu') },
  'header/status-dialog': inMenu('Menu', 'Set status'),
  'header/guide-dialog': inMenu('Menu', 'Help'),
  'frame/sidebar/organization-menu': {
    async open(page) {
      await showLeft(page);
      await press('Weavers')(page);
    },
  },
  'frame/sidebar/about-dialog': {
    async open(page) {
      await showLeft(page);
      await inMenu('Weavers', 'About Weavers').open(page);
    },
  },
  'frame/search/jump-dialog': { open: (page) => page.keyboard.press('T') },
  'header/quiet-dialog': inMenu('Menu', 'Do not disturb'),
  'header/session/sign-out': {
    async open(page) {
      // What only this browser has would be lost.
      await page.route('**/api/v1/drafts', (route) => route.abort());
      await getCompose(page).fill('Only here.');
      await press('Menu')(page);
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
    },
  },
  'parts/gifs/gif-picker': emptyCompose('Add a GIF'),
  'frame/help/help-dialog': {
    async open(page) {
      await page.getByRole('main').focus();
      await page.keyboard.press('?');
    },
  },
  'screens/later/scheduled': on('/scheduled', 'Change time or text'),
  'parts/lightbox/lightbox': {
    async open(page) {
      await page.locator('.message_inline_image img').last().click();
    },
  },
  'conversation/actions/delete-dialog': fromMessage('Delete message'),
  'conversation/actions/history-dialog': {
    open: (page) => choose(page, getStored(page, 'Look again.'), 'Edit history'),
  },
  'conversation/actions/move-dialog': fromMessage('Move'),
  'conversation/actions/overlays#notification': fromMessage('Notification details'),
  'conversation/actions/people-dialogs': fromMessage('Reactions'),
  'conversation/actions/remind-dialog': fromMessage('Remind me'),
  'conversation/actions/report-dialog': fromMessage('Report'),
  'conversation/actions/overlays': { open: (page) => openMenu(page, message(page)) },
  'conversation/actions/source-dialog': fromMessage('Message information'),
  'conversation/messages/pinned-bar': {
    async open(page) {
      const all = getButton(page, '1 pinned');
      if (!(await all.isVisible())) await choose(page, message(page), 'Pin for everyone');
      await all.click();
    },
  },
  'conversation/messages/message': {
    needsPointer: true,
    open: (page) => page.locator('.reaction').first().hover(),
  },
  'frame/profile-card/profile-card': { open: (page) => message(page).locator('.message-name').click() },
  'parts/permissions/holders-dialog': choosePeople('/organization/permissions'),
  'parts/permissions/permission-select': choosePeople('/organization/joining'),
  'parts/sounds/sound-player': {
    needsPointer: true,
    open: (page) => page.locator('.sound-speed').first().hover(),
  },
  'frame/search/search-overlay': {
    async open(page) {
      await page.getByRole('main').focus();
      await page.keyboard.press('/');
      await page.getByRole('option').first().waitFor();
    },
  },
  'frame/overlay': on('/settings/profile'),
  'screens/settings/account/account': on('/settings/account', 'Deactivate my account'),
  'screens/settings/account/api-key': {
    at: () => '/settings/account',
    async open(page) {
      const section = page.locator('.settings-section').filter({ has: getButton(page, 'Show key') });
      await section.getByLabel('Password').fill('correct horse battery staple');
      await getButton(section, 'Show key').click();
      await press('Generate new key')(page);
    },
  },
  'screens/settings/account/account#calls': on('/settings/account', 'Disconnect Zoom'),
  'screens/settings/account/profile': pictureField('/settings/profile', 'Choose a picture', picture),
  'screens/settings/account/passkeys': {
    at: () => '/settings/account',
    async open(page) {
      const passkey = { id: 1, name: 'Blue key', created_at: 1, last_used_at: null };
      await page.route('**/api/v1/heddle/passkeys', (route) =>
        route.fulfill({ json: { result: 'success', msg: '', passkeys: [passkey] } }),
      );
      await page.reload();
      await press('Rename Blue key')(page);
    },
  },
  'screens/settings/base/crop-dialog': pictureField('/organization/general', 'Choose an icon', picture),
  'screens/settings/base/named-keys': on('/settings/account', 'Add a key'),
  'screens/settings/organization/data-exports': on('/organization/exports', 'Delete export'),
  'screens/settings/organization/domains': on('/organization/domains', 'Add a domain'),
  'screens/settings/organization/field-form': on('/organization/fields', 'Add a profile field'),
  'screens/settings/organization/field-list': on('/organization/fields', /^Remove the field/),
  'screens/settings/organization/imports': on('/organization/imports', 'Delete archive'),
  'screens/settings/organization/linkifiers#new': on('/organization/linkifiers', 'Add a linkifier'),
  'screens/settings/organization/linkifiers': on('/organization/linkifiers', 'Remove linkifier'),
  'screens/settings/organization/own-emoji': pictureField('/organization/emoji', 'Add an emoji', picture),
  'screens/settings/organization/playgrounds': on('/organization/playgrounds', 'Add a playground'),
  'screens/settings/organization/slash-commands': on('/organization/commands', 'Add a command'),
  'screens/settings/people/add-person': on('/organization/users', 'Add person'),
  'screens/settings/people/bot-dialog': on('/settings/bots', /^Manage Caller/),
  'screens/settings/people/bot-form': on('/settings/bots', 'Create a bot'),
  'screens/settings/people/bot-dialog#key': on(
    '/settings/bots',
    /^Manage Kiln/,
    'Show key',
    'Generate new key',
  ),
  'screens/settings/people/invitations': on('/organization/invitations', 'Revoke'),
  'screens/settings/people/password-link': on(
    '/organization/users',
    'Edit Ben Okafor',
    'Create password link',
  ),
  'screens/settings/people/users#person': on('/organization/users', 'Edit Ben Okafor'),
  'screens/settings/people/users': on('/organization/users', 'Deactivate Ben Okafor'),
  'screens/settings/sign-in/provider-form': on('/organization/authentication', 'Add provider'),
  'screens/settings/sign-in/sign-in-rules': on('/organization/authentication', 'Revoke Provider'),
  'screens/settings/sign-in/sign-in-providers': on('/organization/authentication', 'Remove Company'),
  'conversation/menus/channel-menu': onLeft(/^weaving/),
  'conversation/menus/channel-menu#colour': onLeft(/^weaving/, 'Change color'),
  'conversation/menus/topic-dialogs': onLeft('look', 'Rename topic'),
  'conversation/menus/topic-menu': onLeft('look'),
  'conversation/menus/topic-summary': onLeft('look', 'Summarize topic'),
  'conversation/menus/view-dialogs': {
    async open(page) {
      await showLeft(page);
      await getButton(getLeft(page), 'More views').click();
      await page.getByRole('menuitem', { name: 'Customize views' }).click();
    },
  },
  'conversation/menus/view-menu': onLeft('Combined feed'),
});

/** The last choice of a permission lets people and groups be chosen. */
function choosePeople(path: string): Overlay {
  return {
    at: () => path,
    async open(page) {
      const select = page.locator('.settings-column select').filter({ hasText: 'Custom…' });
      await select.first().selectOption({ label: 'Custom…' });
      await page.getByRole('dialog').nth(1).waitFor();
    },
  };
}
