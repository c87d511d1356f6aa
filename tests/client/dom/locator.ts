/** Elements of a page by what a person would call them: looked for again each time, and waited for. */
import assert from 'node:assert/strict';
import type {
  Element,
  HTMLElement,
  HTMLInputElement,
  HTMLSelectElement,
  HTMLTextAreaElement,
} from 'happy-dom';
import * as actions from './actions.ts';
import {
  isHidden,
  isText,
  getLabels,
  getContent,
  matchesRole,
  plain,
  getSelector,
  type RoleOptions,
} from './roles.ts';
import type { Page } from './page.ts';

/** How long something may take on a busy machine. */
export const timeoutMs = 20_000;
const stepMs = 5;

type Find = () => Element[];

interface WaitOptions {
  state?: 'visible' | 'hidden' | 'attached' | 'detached';
}

interface Filter {
  hasText?: string | RegExp;
  has?: Locator;
}

export interface Choice {
  label?: string;
  value?: string;
  index?: number;
}

export interface GivenFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** The options of Playwright that tests use. */
interface Click {
  button?: 'left' | 'right';
  modifiers?: readonly 'Shift'[];
}

export class Locator {
  readonly #page: Page;
  readonly #find: Find;
  readonly #said: string;

  constructor(page: Page, find: Find, said: string) {
    this.#page = page;
    this.#find = find;
    this.#said = said;
  }

  toString(): string {
    return this.#said;
  }

  page(): Page {
    return this.#page;
  }

  elements(): Element[] {
    return this.#find();
  }

  #make(said: string, find: (all: Element[]) => Element[]): Locator {
    return new Locator(this.#page, () => find(this.#find()), `${this.#said} ${said}`);
  }

  #inside(said: string, find: (root: Element) => Element[]): Locator {
    return this.#make(said, (all) => [...new Set(all.flatMap(find))]);
  }

  getByRole(role: string, options: RoleOptions = {}): Locator {
    return this.#inside(`${role} ${String(options.name ?? '')}`, (root) => byRole(root, role, options));
  }

  getByText(text: string | RegExp, { exact = false } = {}): Locator {
    return this.#inside(`text ${String(text)}`, (root) => byText(root, text, exact));
  }

  getByLabel(text: string | RegExp, { exact = false } = {}): Locator {
    return this.#inside(`label ${String(text)}`, (root) => byLabel(root, text, exact));
  }

  getByPlaceholder(text: string): Locator {
    return this.#inside(`placeholder ${text}`, (root) =>
      [...root.querySelectorAll('[placeholder]')].filter((one) =>
        isText(one.getAttribute('placeholder') ?? '', text),
      ),
    );
  }

  locator(css: string, filter: Filter = {}): Locator {
    return this.#inside(css, (root) => byCss(root, css)).filter(filter);
  }

  filter({ hasText, has }: Filter): Locator {
    const inner = has;
    return this.#make(hasText === undefined ? '' : `with ${String(hasText)}`, (all) => {
      const wanted = inner === undefined ? undefined : inner.elements();
      return all.filter(
        (one) =>
          (hasText === undefined || isText(one.textContent, hasText)) &&
          (wanted === undefined || wanted.some((each) => one !== each && one.contains(each))),
      );
    });
  }

  or(other: Locator): Locator {
    return this.#make(`or ${String(other)}`, (all) => [...new Set([...all, ...other.elements()])]);
  }

  and(other: Locator): Locator {
    return this.#make(`and ${String(other)}`, (all) => {
      const others = new Set(other.elements());
      return all.filter((one) => others.has(one));
    });
  }

  first(): Locator {
    return this.nth(0);
  }

  last(): Locator {
    return this.nth(-1);
  }

  nth(index: number): Locator {
    return this.#make(`#${String(index)}`, (all) => {
      const one = all.at(index);
      return one === undefined ? [] : [one];
    });
  }

  async all(): Promise<Locator[]> {
    return this.#find().map((_, i) => this.nth(i));
  }

  async count(): Promise<number> {
    return this.#find().length;
  }

  async waitFor({ state = 'visible' }: WaitOptions = {}): Promise<void> {
    const holds = {
      visible: () => this.#one().some((one) => !isHidden(one)),
      hidden: () => this.#find().every(isHidden),
      attached: () => this.#one().length > 0,
      detached: () => this.#find().length === 0,
    }[state];
    await this.#wait(`is ${state}`, holds);
  }

  /** The element, or nothing while several fit: what comes or goes is waited for. */
  #one(): Element[] {
    const found = this.#find();
    return found.length === 1 ? found : [];
  }

  /** @throws Error with all that fit where several still do: they are named too vaguely */
  async #wait(what: string, holds: () => boolean): Promise<void> {
    try {
      await waitUntil(`${this.#said} ${what}`, holds, this.#page);
    } catch (error) {
      const found = this.#find();
      if (found.length < 2) throw error;
      const several = found.map((one) => one.outerHTML.slice(0, 200)).join('\n');
      throw new Error(`${this.#said} are ${String(found.length)}: ${several}`, { cause: error });
    }
  }

  /** The one element, once it is there to be used. */
  async #ready<Kind extends Element = HTMLElement>(isUsed = true): Promise<Kind> {
    let element: Element | undefined;
    await this.#wait('can be used', () => {
      [element] = this.#one();
      return element !== undefined && (!isUsed || (!isHidden(element) && !actions.isDisabled(element)));
    });
    assert.ok(element);
    return element as Kind;
  }

  async click({ button = 'left', modifiers = [] }: Click = {}): Promise<void> {
    const element = await this.#ready();
    actions.refuseCovered(element);
    if (button === 'right') actions.clickRight(element);
    else await actions.click(this.#page, element, { shiftKey: modifiers.includes('Shift') });
    await this.#page.turn();
  }

  async hover(): Promise<void> {
    actions.hover(await this.#ready());
    await this.#page.turn();
  }

  async fill(text: string): Promise<void> {
    const element = await this.#ready<HTMLInputElement | HTMLTextAreaElement>();
    this.#page.focus(element);
    actions.setValue(element, text);
    await this.#page.turn();
  }

  async pressSequentially(text: string): Promise<void> {
    this.#page.focus(await this.#ready());
    await this.#page.keyboard.type(text);
  }

  async press(key: string): Promise<void> {
    this.#page.focus(await this.#ready());
    await this.#page.keyboard.press(key);
  }

  async focus(): Promise<void> {
    this.#page.focus(await this.#ready(false));
    await this.#page.turn();
  }

  async blur(): Promise<void> {
    this.#page.blur(await this.#ready(false));
    await this.#page.turn();
  }

  async check(): Promise<void> {
    if (!(await this.isChecked())) await this.click();
    assert.ok(await this.isChecked(), `${this.#said} is checked`);
  }

  async uncheck(): Promise<void> {
    if (await this.isChecked()) await this.click();
    assert.ok(!(await this.isChecked()), `${this.#said} is not checked`);
  }

  async selectOption(choice: string | Choice): Promise<void> {
    const select = await this.#ready<HTMLSelectElement>();
    await waitUntil(
      `${this.#said} has ${JSON.stringify(choice)}`,
      () => actions.getOption(select, choice) !== undefined,
      this.#page,
    );
    this.#page.focus(select);
    actions.select(select, choice);
    await this.#page.turn();
  }

  async setInputFiles(files: GivenFile | GivenFile[]): Promise<void> {
    actions.giveFiles(await this.#ready<HTMLInputElement>(false), [files].flat());
    await this.#page.turn();
  }

  async dispatchEvent(type: string, init: Record<string, unknown> = {}): Promise<void> {
    actions.dispatch(await this.#ready(false), type, init);
    await this.#page.turn();
  }

  async inputValue(): Promise<string> {
    return (await this.#ready<HTMLInputElement>(false)).value;
  }

  async isChecked(): Promise<boolean> {
    const element = await this.#ready<HTMLInputElement>(false);
    const said = element.getAttribute('aria-checked');
    return said === null ? element.checked : said === 'true';
  }

  async isDisabled(): Promise<boolean> {
    return actions.isDisabled(await this.#ready(false));
  }

  async isEnabled(): Promise<boolean> {
    return !(await this.isDisabled());
  }

  async getAttribute(name: string): Promise<string | null> {
    return (await this.#ready(false)).getAttribute(name);
  }

  async textContent(): Promise<string> {
    return (await this.#ready(false)).textContent;
  }

  async innerText(): Promise<string> {
    return plain(getContent(await this.#ready(false)));
  }

  async allInnerTexts(): Promise<string[]> {
    return this.#find().map((one) => plain(getContent(one)));
  }

  async allTextContents(): Promise<string[]> {
    return this.#find().map((one) => one.textContent);
  }

  async evaluate<T>(read: (element: HTMLElement) => T): Promise<T> {
    return read(await this.#ready(false));
  }
}

const byRole = (root: Element, role: string, options: RoleOptions): Element[] =>
  [...root.querySelectorAll(getSelector(role))].filter(
    (one) => matchesRole(one, role, options) && (!isHidden(one) || one.tagName === 'OPTION'),
  );

/** The innermost that say it. */
function byText(root: Element, text: string | RegExp, isExact: boolean): Element[] {
  const found: Element[] = [];
  const look = (one: Element): boolean => {
    const isInner = [...one.children].map(look).some(Boolean);
    const isSaid =
      isInner || (!/^(?:SCRIPT|STYLE)$/.test(one.tagName) && isText(one.textContent, text, isExact));
    if (isSaid && !isInner) found.push(one);
    return isSaid;
  };
  if (typeof text === 'string' && !isText(root.textContent, text)) return [];
  for (const child of root.children) look(child);
  if (root.children.length === 0) look(root);
  return found;
}

function byLabel(root: Element, text: string | RegExp, isExact: boolean): Element[] {
  const fields = [
    ...root.querySelectorAll('input, textarea, select, button, [aria-label], [aria-labelledby]'),
  ];
  return fields.filter((one) => {
    const label = one.getAttribute('aria-label');
    if (label !== null && isText(label, text, isExact)) return true;
    const by = (one.getAttribute('aria-labelledby') ?? '').split(/\s+/).filter((id) => id !== '');
    const far = by.map((id) => one.ownerDocument.getElementById(id)).filter((each) => each !== null);
    return [...far, ...getLabels(one)].some((each) => isText(each.textContent, text, isExact));
  });
}

function byCss(root: Element, css: string): Element[] {
  if (css === ':focus') {
    const { activeElement, body } = root.ownerDocument;
    return activeElement !== body && root.contains(activeElement) ? [activeElement] : [];
  }
  if (css === 'option:checked') return [...root.querySelectorAll('option')].filter((one) => one.selected);
  const all = [...root.querySelectorAll(css.replaceAll(/:(?:visible|enabled)/g, ''))];
  return all.filter(
    (one) =>
      !(css.includes(':visible') && isHidden(one)) && !(css.includes(':enabled') && actions.isDisabled(one)),
  );
}

/** Looks again and again. @throws Error with what is on the page when it never comes true. */
export async function waitUntil(what: string, holds: () => boolean, page: Page): Promise<void> {
  const giveUp = performance.now() + timeoutMs;
  while (!holds()) {
    if (performance.now() > giveUp) throw new Error(`It never came true: ${what}\n${page.describe()}`);
    await new Promise((resolve) => setTimeout(resolve, stepMs));
  }
}
