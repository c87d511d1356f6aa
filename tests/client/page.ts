/** What people find on the page, named as they would name it. */
import { until, type Locator, type Page } from './stage.ts';

export const getCompose = (page: Page): Locator => page.getByRole('textbox', { name: 'Write a message' });

export const readMessage = (page: Page, text: string): Locator =>
  page.getByRole('article').filter({ hasText: text });

/** One that the server has. */
export const getStored = (page: Page, text: string): Locator =>
  page.locator('article[data-message-id]').filter({ hasText: text });

export const getLeft = (page: Page): Locator => page.getByRole('navigation', { name: 'Conversations' });

/** Before anything is known, a drawing of the left side stands there, and nobody listens to keys. */
export const leftShown = (page: Page): Promise<void> => getLeft(page).getByRole('link').first().waitFor();

/** The name of the conversation that is shown. */
export const getTitle = (page: Page): Locator => page.getByRole('main').getByRole('heading', { level: 1 });

/** As by a link, without loading the page again. */
export async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate(
    `history.pushState(null, '', ${JSON.stringify(path)}); dispatchEvent(new PopStateEvent('popstate'))`,
  );
}

export async function write(page: Page, text: string): Promise<void> {
  await getCompose(page).fill(text);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
}

/** A choice of the menu of a message. */
export async function choose(page: Page, message: Locator, choice: string): Promise<void> {
  await message.hover();
  await message.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: choice }).click();
}

export const getDialog = (page: Page, name: string): Locator =>
  page.getByRole('dialog', { name, exact: true });

export const getSearch = (page: Page): Locator => getDialog(page, 'Search or go to');

/** By its whole name. */
export const getButton = (place: Page | Locator, name: string): Locator =>
  place.getByRole('button', { name, exact: true });

/** What the page says in passing. */
export const getToast = (page: Page, text: string): Locator => page.getByRole('status').getByText(text);

/** A choice of the menu behind a row of the left side. */
export async function chooseOnLeft(page: Page, row: string, choice: string): Promise<void> {
  await getLeft(page).getByRole('link', { name: row }).first().click({ button: 'right' });
  await page
    .getByRole('menuitem', { name: choice })
    .or(page.getByRole('menuitemcheckbox', { name: choice }))
    .click();
}

/** The value of a field, which may be written into it after it has appeared. */
export const isFilled = (field: Locator, value: string): Promise<void> =>
  until(`${String(field)} says ${JSON.stringify(value)}`, async () => (await field.inputValue()) === value);

/** The path of the address: the browser reports a new one a moment after the navigation. */
export const isAt = (page: Page, path: string): Promise<void> =>
  until(`the page is at ${path}`, async () => new URL(page.url()).pathname === path);

/** From the next request on: the page gets no events of what happens meanwhile. */
export async function loseQueue(page: Page, meanwhile: () => Promise<void>): Promise<void> {
  const lost = { result: 'error', msg: 'Bad event queue ID', code: 'BAD_EVENT_QUEUE_ID' };
  await page.route(
    '**/api/v1/events?*',
    async (route) => {
      await meanwhile();
      await route.fulfill({ status: 400, json: lost });
    },
    { times: 1 },
  );
}
