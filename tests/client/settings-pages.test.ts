/** Each page of the settings with what of it survives. */
import assert from 'node:assert/strict';
import { picture } from '../support/fixtures/pictures.ts';
import type { PageRequest } from './dom/network.ts';
import { isFilled } from './page.ts';
import { inWindows, until, type Locator, type Page, type Stage } from './stage.ts';

const getSettings = (page: Page): Locator => page.getByRole('dialog', { name: 'Settings' });
const getRow = (page: Page, text: string): Locator => page.getByRole('listitem').filter({ hasText: text });
const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });

/** Opens a page of the settings by its address. */
async function openSettings(stage: Stage, path: string): Promise<Page> {
  const page = await stage.openPage('ada', path);
  await getSettings(page).waitFor();
  return page;
}

async function goTo(page: Page, path: string, title: string): Promise<void> {
  await page.goto(path);
  const heading = getSettings(page).getByRole('heading', { name: title, level: 2, exact: true });
  // A page begins there, and would take the focus back.
  await heading.and(page.locator(':focus')).waitFor();
}

async function choosePicture(page: Page, opener: string): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await button(page, opener).click();
  await (
    await chooser
  ).setFiles({
    name: 'loom.png',
    mimeType: 'image/png',
    buffer: Buffer.from(await picture(60, 40)),
  });
}

/** Each page with what of it survives: something is done, and after a reload it is still so. */
const changes: Record<
  string,
  { title: string; make: (page: Page) => Promise<void>; kept: (page: Page) => Locator }
> = {
  '/settings/profile': {
    title: 'Profile',
    async make(page) {
      await page.getByLabel('Your status').fill('Dyeing until four');
      await page.keyboard.press('Enter');
      await page.getByText('Saved').waitFor();
    },
    kept: (page) => page.getByLabel('Your status'),
  },
  '/settings/preferences': {
    title: 'Preferences',
    make: (page) => page.getByRole('switch', { name: 'Use 24-hour time' }).click(),
    kept: (page) => page.getByRole('switch', { name: 'Use 24-hour time', checked: true }),
  },
  '/settings/notifications': {
    title: 'Notifications',
    async make(page) {
      await page.getByLabel('Add a channel').selectOption('weaving');
      await page.getByRole('checkbox', { name: 'weaving: Email' }).click();
    },
    kept: (page) => page.getByRole('checkbox', { name: 'weaving: Email', checked: true }),
  },
  '/settings/words': {
    title: 'Alert words',
    async make(page) {
      await page.getByLabel('Word or phrase').fill('indigo');
      await page.keyboard.press('Enter');
    },
    kept: (page) => button(page, 'Remove indigo'),
  },
  '/settings/bots': {
    title: 'Your bots',
    async make(page) {
      await button(page, 'Create a bot').click();
      const form = page.getByRole('dialog', { name: 'Create a bot' });
      await form.getByLabel('Name', { exact: true }).fill('Kiln');
      await form.getByLabel('Short name').fill('kiln');
      await form.getByRole('button', { name: 'Create a bot' }).click();
      await form.waitFor({ state: 'detached' });
    },
    kept: (page) => button(page, 'Manage Kiln'),
  },
  '/organization/general': {
    title: 'General',
    make: (page) => page.getByRole('switch', { name: 'Require unique names' }).click(),
    kept: (page) => page.getByRole('switch', { name: 'Require unique names', checked: true }),
  },
  '/organization/emoji': {
    title: 'Emoji',
    async make(page) {
      await choosePicture(page, 'Add an emoji');
      const form = page.getByRole('dialog', { name: 'Add an emoji' });
      await form.getByLabel('Name').fill('loom');
      await form.getByRole('button', { name: 'Add an emoji' }).click();
      await form.waitFor({ state: 'detached' });
    },
    kept: (page) => getRow(page, ':loom:').getByText('Added by Ada Achterberg'),
  },
  '/organization/fields': {
    title: 'Profile fields',
    async make(page) {
      await button(page, 'Add a profile field').click();
      const form = page.getByRole('dialog', { name: 'Add a profile field' });
      await form.getByLabel('Type').selectOption('Choice');
      await form.getByLabel('Name', { exact: true }).fill('Craft');
      await form.getByLabel('Choice', { exact: true }).first().fill('Weaving');
      await form.getByRole('button', { name: 'Add a profile field' }).click();
      await form.waitFor({ state: 'detached' });
    },
    kept: (page) => getRow(page, 'Craft').getByText('Choice'),
  },
  '/organization/linkifiers': {
    title: 'Linkifiers',
    async make(page) {
      await button(page, 'Add a linkifier').click();
      const form = page.getByRole('dialog', { name: 'Add a linkifier' });
      await form.getByLabel('Pattern').fill('#(?P<id>[0-9]+)');
      await form.getByLabel('URL template', { exact: true }).fill('https://issues.example/{id}');
      await form.getByLabel('Example').fill('#12');
      await form.getByText('https://issues.example/12').waitFor();
      await form.getByRole('button', { name: 'Add a linkifier' }).click();
      await form.waitFor({ state: 'detached' });
    },
    kept: (page) => getRow(page, 'https://issues.example/{id}'),
  },
  '/organization/playgrounds': {
    title: 'Code playgrounds',
    async make(page) {
      await button(page, 'Add a playground').click();
      const form = page.getByRole('dialog', { name: 'Add a playground' });
      await form.getByLabel('Name', { exact: true }).fill('Python here');
      await form.getByLabel('URL template').fill('https://play.example/?code={code}');
      await form.getByRole('button', { name: 'Add a playground' }).click();
      await form.waitFor({ state: 'detached' });
    },
    kept: (page) => getRow(page, 'Python here'),
  },
  '/organization/domains': {
    title: 'Domains',
    async make(page) {
      await button(page, 'Add a domain').click();
      const form = page.getByRole('dialog', { name: 'Add a domain' });
      await form.getByLabel('Domain', { exact: true }).fill('weavers.example');
      await form.getByRole('button', { name: 'Add a domain' }).click();
      await form.waitFor({ state: 'detached' });
    },
    kept: (page) => getRow(page, 'weavers.example'),
  },
  '/organization/channels': {
    title: 'Default channels',
    make: async (page) => {
      await page.getByLabel('Add a channel').selectOption('weaving');
    },
    kept: (page) => button(page, 'Remove weaving'),
  },
  '/organization/users': {
    title: 'People',
    make: async (page) => {
      await page.getByLabel('Role of Ben Okafor').selectOption('Moderator');
    },
    kept: (page) => page.getByLabel('Role of Ben Okafor').locator('option:checked', { hasText: 'Moderator' }),
  },
  '/organization/defaults': {
    title: 'Default settings for new people',
    make: (page) => page.getByRole('checkbox', { name: 'Channel messages: Desktop' }).click(),
    kept: (page) => page.getByRole('checkbox', { name: 'Channel messages: Desktop', checked: true }),
  },
};

/** Asked for by the person, not by the page of its own accord. */
const isChange = (request: PageRequest): boolean =>
  request.method() !== 'GET' && !/\/(?:register|presence)$/.test(new URL(request.url()).pathname);

inWindows('Settings', (sentence) => {
  sentence('Settings are saved on every page', async (_t, stage) => {
    const page = await openSettings(stage, '/settings/profile');
    for (const [path, { title, make, kept }] of Object.entries(changes)) {
      await goTo(page, path, title);
      // What is shown at once would be lost by a reload before the server has been asked.
      const answered = page.waitForResponse((response) => isChange(response.request()));
      await make(page);
      await answered;
      await kept(page).first().waitFor({ state: 'attached' });
      await until(`${path} is saved`, async () => (await page.getByText('Saving').count()) === 0);
      await page.reload();
      await kept(page).first().waitFor({ state: 'attached' });
    }
    const again = await openSettings(stage, '/settings/profile');
    await isFilled(again.getByLabel('Your status'), 'Dyeing until four');
  });

  sentence('Profile fields are reordered with the keyboard', async (_t, stage) => {
    for (const name of ['Craft', 'Pronouns', 'Mentor'])
      assert.equal(
        (await stage.as('ada').post('/realm/profile_fields', { field_type: 1, name })).status,
        200,
      );
    const page = await openSettings(stage, '/organization/fields');
    await goTo(page, '/organization/fields', 'Profile fields');
    const names = () =>
      page.getByRole('list', { name: 'Profile fields' }).locator('.settings-row-name').allTextContents();
    await page.getByRole('button', { name: /^Move Mentor/ }).focus();
    await page.keyboard.press('ArrowUp');
    await until('it is second', async () => (await names()).join() === 'Craft,Mentor,Pronouns');
    await page.keyboard.press('ArrowUp');
    await until('it is first', async () => (await names()).join() === 'Mentor,Craft,Pronouns');
    const stored = async () =>
      ((await stage.as('ada').get('/realm/profile_fields')).json.custom_fields as { name: string }[]).map(
        ({ name }) => name,
      );
    await until('the server knows', async () => (await stored()).join() === 'Mentor,Craft,Pronouns');
  });
});
