/** Roles and names of elements, as an assistive program would say them. */
import type { Element, HTMLInputElement, HTMLSelectElement } from 'happy-dom';

/** A cast to the class that the caller has established, by a selector or a tag name: happy-dom returns the general one. */
export const as = <Kind>(element: unknown): Kind => element as Kind;

/** Which elements have a role without an attribute that says so. */
const implicit: Record<string, string> = {
  article: 'article',
  alert: '',
  button: 'button, summary, input[type=submit], input[type=button], input[type=reset]',
  blockquote: 'blockquote',
  checkbox: 'input[type=checkbox]',
  combobox: 'select:not([multiple]), input[list]',
  complementary: 'aside',
  definition: 'dd',
  dialog: 'dialog',
  emphasis: 'em',
  group: 'fieldset, details',
  heading: 'h1, h2, h3, h4, h5, h6',
  img: 'img',
  link: 'a[href]',
  list: 'ul, ol',
  listitem: 'li',
  main: 'main',
  navigation: 'nav',
  option: 'option',
  radio: 'input[type=radio]',
  region: 'section',
  separator: 'hr',
  slider: 'input[type=range]',
  status: 'output',
  strong: 'strong',
  textbox:
    'textarea, input:not([type]), input[type=text], input[type=email], input[type=url], input[type=tel]',
};

export interface RoleOptions {
  name?: string | RegExp;
  exact?: boolean;
  checked?: boolean;
  pressed?: boolean;
  expanded?: boolean;
  level?: number;
}

export const getSelector = (role: string): string => {
  const explicit = `[role="${role}"]`;
  const natural = implicit[role];
  return natural === undefined || natural === '' ? explicit : `${natural}, ${explicit}`;
};

function hasRole(element: Element, role: string): boolean {
  const explicit = element.getAttribute('role');
  if (explicit !== null) return explicit === role;
  if (role === 'textbox') return element.getAttribute('list') === null;
  // A section is a region only with a name.
  return role !== 'region' || getName(element) !== '';
}

const stateNames = { checked: 'aria-checked', pressed: 'aria-pressed', expanded: 'aria-expanded' } as const;

export function matchesRole(element: Element, role: string, options: RoleOptions): boolean {
  if (!hasRole(element, role)) return false;
  for (const state of ['checked', 'pressed', 'expanded'] as const) {
    const wanted = options[state];
    if (wanted !== undefined && getState(element, state) !== wanted) return false;
  }
  if (options.level !== undefined && getLevel(element) !== options.level) return false;
  return options.name === undefined || isText(getName(element), options.name, options.exact);
}

function getState(element: Element, state: keyof typeof stateNames): boolean {
  const said = element.getAttribute(stateNames[state]);
  if (said !== null) return said === 'true';
  return state === 'checked' && as<HTMLInputElement>(element).checked;
}

const getLevel = (element: Element): number =>
  Number(element.getAttribute('aria-level') ?? /^H(\d)$/.exec(element.tagName)?.[1] ?? 0);

export const plain = (text: string): string => text.replaceAll(/[\s\u200b]+/g, ' ').trim();

/** As a person looks for it: a part of it in any case, or exactly all of it. */
export function isText(text: string, wanted: string | RegExp, isExact = false): boolean {
  const normal = plain(text);
  if (typeof wanted !== 'string') return wanted.test(normal);
  return isExact ? normal === plain(wanted) : normal.toLowerCase().includes(plain(wanted).toLowerCase());
}

/** Neither seen nor read out. Styles are those of the element itself: sheets are not loaded here. */
export function isHidden(element: Element): boolean {
  for (let each: Element | null = element; each !== null; each = each.parentElement)
    if (each.getAttribute('aria-hidden') === 'true' || isUnseen(each)) return true;
  return false;
}

/** By the attribute: happy-dom makes an object for the styles of each element that is asked for them. */
const hasStyle = (element: Element, style: RegExp): boolean =>
  style.test(element.getAttribute('style') ?? '');

/** Whether the element itself is not seen, whatever it is in. */
export function isUnseen(element: Element): boolean {
  if (element.hasAttribute('hidden')) return true;
  if (hasStyle(element, /(?:^|[;\s])(?:display:\s*none|visibility:\s*hidden)/)) return true;
  if (element.tagName === 'DIALOG' && !element.hasAttribute('open')) return true;
  const parent = element.parentElement;
  return parent?.tagName === 'DETAILS' && !parent.hasAttribute('open') && element.tagName !== 'SUMMARY';
}

const namedByContent =
  /^(?:button|checkbox|heading|link|menuitem|menuitemcheckbox|menuitemradio|option|radio|switch|tab|definition)$/;

/** The accessible name. */
export function getName(element: Element): string {
  const by = element.getAttribute('aria-labelledby');
  if (by !== null) {
    const parts = by.split(/\s+/).map((id) => element.ownerDocument.getElementById(id));
    return plain(parts.map((part) => (part === null ? '' : getContent(part))).join(' '));
  }
  const label = element.getAttribute('aria-label');
  if (label !== null && label.trim() !== '') return plain(label);
  const own = ownName(element);
  return own === '' ? plain(element.getAttribute('title') ?? element.getAttribute('placeholder') ?? '') : own;
}

function ownName(element: Element): string {
  const labels = getLabels(element);
  if (labels.length > 0) return plain(labels.map(getContent).join(' '));
  if (element.tagName === 'IMG') return plain(element.getAttribute('alt') ?? '');
  if (element.tagName === 'FIELDSET') return plain(element.querySelector('legend')?.textContent ?? '');
  const role = element.getAttribute('role') ?? '';
  const isNamed = namedByContent.test(role) || (role === '' && isNamedElement(element));
  return isNamed ? plain(getContent(element)) : '';
}

const isNamedElement = (element: Element): boolean =>
  element.matches('button, summary, a, option, h1, h2, h3, h4, h5, h6, dd');

/** The labels of a field. */
export function getLabels(element: Element): Element[] {
  if (!element.matches('input, textarea, select, button, output')) return [];
  const around = element.closest('label');
  const { id } = element;
  const far = id === '' ? [] : [...element.ownerDocument.querySelectorAll(`label[for="${id}"]`)];
  return [...(around === null ? [] : [around]), ...far.filter((one) => one !== around)];
}

const blocks = /^(?:DIV|P|LI|UL|OL|H[1-6]|SECTION|TD|DT|DD|BR|HEADER|FOOTER)$/;

/** What is read out of it: words, and names of pictures. */
export function getContent(element: Element): string {
  let text = '';
  for (const node of element.childNodes) {
    if (node.nodeType === 3) text += node.textContent;
    if (node.nodeType !== 1) continue;
    const child = as<Element>(node);
    if (child.getAttribute('aria-hidden') === 'true' || isOff(child)) continue;
    const words = getWords(child);
    text += blocks.test(child.tagName) ? ` ${words} ` : words;
  }
  return text;
}

const isOff = (child: Element): boolean =>
  child.hasAttribute('hidden') || hasStyle(child, /(?:^|[;\s])display:\s*none/);

function getWords(child: Element): string {
  const label = child.getAttribute('aria-label');
  if (label !== null && label !== '') return ` ${label} `;
  if (child.tagName === 'IMG') return child.getAttribute('alt') ?? '';
  if (child.tagName === 'SELECT') return as<HTMLSelectElement>(child).value;
  if (child.matches('input, textarea')) return '';
  return getContent(child);
}
