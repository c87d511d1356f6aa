/** What people find on the page, named as they would name it. */
import type { Locator, Page } from 'playwright-core';
import { until } from './stage.ts';

/** Options of a page on a phone. */
export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

export const getCompose = (page: Page): Locator => page.getByRole('textbox', { name: 'Write a message' });

export const readMessage = (page: Page, text: string): Locator =>
  page.getByRole('article').filter({ hasText: text });

/** One that the server has. */
export const getStored = (page: Page, text: string | RegExp): Locator =>
  page.locator('article[data-message-id]').filter({ hasText: text });

export const getLeft = (page: Page): Locator => page.getByRole('navigation', { name: 'Conversations' });

/** Until then a skeleton is shown, and keys have no effect. */
export const leftShown = (page: Page): Promise<void> => getLeft(page).getByRole('link').first().waitFor();

/** The name of the conversation that is shown. */
export const getTitle = (page: Page): Locator => page.getByRole('main').getByRole('heading', { level: 1 });

/** By a link of its own, so that the client is not loaded again. */
export async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate(`(() => {
    const link = Object.assign(document.createElement('a'), { href: ${JSON.stringify(path)} });
    document.body.append(link);
    link.click();
    link.remove();
  })()`);
}

/** A screen or a dialog has come that is called so. */
export const titled = (page: Page, title: string): Promise<void> =>
  page.locator('h1, dialog h2').filter({ hasText: title }).first().waitFor();

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

/** By its whole name. */
export const getButton = (place: Page | Locator, name: string): Locator =>
  place.getByRole('button', { name, exact: true });

/** A transient notice. */
export const getToast = (page: Page, text: string): Locator => page.getByRole('status').getByText(text);

/** Returns what "Copy link" has put into the clipboard. */
export async function copyLink(page: Page, button: ReturnType<typeof getButton>): Promise<string> {
  await button.click();
  await getToast(page, 'Link copied').waitFor();
  return page.evaluate<string>('navigator.clipboard.readText()');
}

/** Waits until the page has been painted a dozen times. */
export const settled = `document.fonts.ready.then(() => new Promise((resolve) => {
  let frames = 0;
  const next = () => (++frames > 12 ? resolve() : requestAnimationFrame(next));
  next();
}))`;

type Box = NonNullable<Awaited<ReturnType<Locator['boundingBox']>>>;

/** Where it is once nothing moves it any more: what is drawn later, as a font, a drawer or the compose box, is there. */
export async function getPlace(what: Locator): Promise<Box> {
  let place = await what.boundingBox();
  await until(`${String(what)} stays where it is`, async () => {
    const before = place;
    await what.page().evaluate(settled);
    place = await what.boundingBox();
    return place !== null && JSON.stringify(place) === JSON.stringify(before);
  });
  if (place === null) throw new Error(`${String(what)} is not on the page`);
  return place;
}

/** A property of an element, whose type is not known here: the DOM's types are not those of Node. */
export const getProperty = (what: Locator, name: string): Promise<unknown> =>
  what.evaluate((element, key): unknown => Reflect.get(element, key), name);

export const untilControlled = (page: Page): Promise<void> =>
  until('a service worker controls the page', () =>
    page.evaluate<boolean>('navigator.serviceWorker.controller !== null'),
  );

/** The value of a field, which may be written into it after it has appeared. */
export const isFilled = (field: Locator, value: string): Promise<void> =>
  until(`${String(field)} says ${JSON.stringify(value)}`, async () => (await field.inputValue()) === value);

/** Buttons and fields that go beyond the screen to the side where nothing can be scrolled to them. */
export const cutOff = `[...document.querySelectorAll('button, a, input, select, textarea, h1, h2, h3')]
  .filter((one) => one.checkVisibility({ visibilityProperty: true }) && one.closest('.visually-hidden, [inert]') === null)
  .filter((one) => {
    const { left, right, width } = one.getBoundingClientRect();
    const scrolls = (each) => each && (['auto', 'scroll'].includes(getComputedStyle(each).overflowX) || scrolls(each.parentElement));
    return width > 1 && (left < -1 || right > innerWidth + 1) && !scrolls(one.parentElement);
  })
  .map((one) => one.outerHTML.slice(0, 120))`;

/** Controls that are smaller than a finger; links within a line of text are as high as the line. */
export const smallTargets = `(() => {
  const isInText = (element) => element.matches('p a, .rendered :is(li, td, th, h1, h2, h3, h4, h5, h6) a');
  const sizes = [...document.querySelectorAll('a[href], button, input, select, textarea, summary, [role=option], [role^=menuitem], [role=tab]')].map((element) => {
    const { width, height, bottom, left, right } = element.getBoundingClientRect();
    // What is further down is scrolled to, what is beside the page or in a closed drawer is not.
    const isSeen = width > 0 && height > 0 && bottom > 0 && right > 0 && left < innerWidth && element.checkVisibility({ visibilityProperty: true });
    // What is behind a dialog is not touched.
    const isBehind = document.querySelector('dialog:modal') !== null && element.closest('dialog:modal, .popover, .toast') === null;
    if (!isSeen || isBehind || isInText(element) || element.closest('.visually-hidden, [inert]') !== null) return undefined;
    const around = getComputedStyle(element, '::after');
    const isWider = around.content !== 'none' && around.position === 'absolute';
    const [w, h] = isWider ? [parseFloat(around.width), parseFloat(around.height)] : [width, height];
    const name = element.getAttribute('aria-label') ?? element.textContent.trim();
    return Math.max(w, width) < 43.5 || Math.max(h, height) < 43.5 ? name + ' (' + element.className + '): ' + w + ' x ' + h : undefined;
  });
  return sizes.filter((each) => each !== undefined);
})()`;

/**
 * What would take its time to appear or to change, by the computed styles of all that is on the page. A page remembers what it
 * has looked at: elements of the same name and class within a parent of the same class have the same rules.
 */
export const inMotion = `(() => {
  const seen = (window.lookedAt ??= new Set());
  const isLong = (times) => times.split(',').some((time) => parseFloat(time) > 0);
  const isNew = (element) => {
    const kind = [element.localName, element.getAttribute('class'), element.parentElement.getAttribute('class')].join('|');
    return !seen.has(kind) && seen.add(kind);
  };
  return [...document.querySelectorAll('body, body *')].filter(isNew).flatMap((element) =>
    [undefined, '::before', '::after', '::backdrop'].flatMap((part) => {
      const { animationDuration, animationName, transitionDuration, scrollBehavior } = getComputedStyle(element, part);
      const moves = (animationName !== 'none' && isLong(animationDuration)) || isLong(transitionDuration) || scrollBehavior === 'smooth';
      return moves ? [element.className + (part ?? '')] : [];
    }));
})()`;
