/** Keys: the events that they make, and what browsers do with those that nobody takes. */
import type {
  Element,
  HTMLDialogElement,
  HTMLElement,
  HTMLFormElement,
  HTMLInputElement,
  HTMLSelectElement,
  HTMLTextAreaElement,
} from 'happy-dom';
import { eraseBefore, insert, isDisabled, pressed, dispatch } from './actions.ts';
import { as, isHidden } from './roles.ts';
import type { Page } from './page.ts';

interface Pressed {
  key: string;
  ctrlKey: boolean;
  shiftKey: boolean;
  altKey: boolean;
  metaKey: boolean;
}

/** `Control+Shift+X` */
function parse(text: string): Pressed {
  const parts = text === '+' ? ['+'] : text.split('+');
  const key = parts.at(-1) === '' ? '+' : (parts.at(-1) ?? '');
  const has = (name: string) => parts.slice(0, -1).includes(name);
  return {
    key: key === 'Space' ? ' ' : key,
    ctrlKey: has('Control'),
    shiftKey: has('Shift'),
    altKey: has('Alt'),
    metaKey: has('Meta'),
  };
}

const isText = (element: Element): boolean =>
  element.matches(
    'textarea, input:not([type=checkbox], [type=radio], [type=button], [type=submit], [type=file], [type=range])',
  );

type Field = HTMLInputElement | HTMLTextAreaElement;

export class Keyboard {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  async type(text: string): Promise<void> {
    for (const char of text) await this.press(char === '\n' ? 'Enter' : char === ' ' ? 'Space' : char);
  }

  async press(key: string): Promise<void> {
    await this.#page.turn();
    const { document, KeyboardEvent } = this.#page.window;
    const down = parse(key);
    const focused = as<HTMLElement>(document.activeElement);
    const code = /^[a-z]$/i.test(down.key)
      ? `Key${down.key.toUpperCase()}`
      : /^\d$/.test(down.key)
        ? `Digit${down.key}`
        : down.key;
    const makeEvent = (type: string) => {
      const event = new KeyboardEvent(type, init);
      // Happy DOM takes Alt for AltGr.
      event.getModifierState = () => false;
      return event;
    };
    const init = { bubbles: true, cancelable: true, composed: true, code, ...down };
    if (focused.dispatchEvent(makeEvent('keydown'))) await this.#do(focused, down);
    const after = as<HTMLElement>(document.activeElement);
    after.dispatchEvent(makeEvent('keyup'));
    await this.#page.turn();
  }

  async #do(focused: HTMLElement, down: Pressed): Promise<void> {
    const { key } = down;
    if (down.ctrlKey && key === 'a' && isText(focused)) {
      (focused as Field).select();
      return;
    }
    if (key === 'Tab') this.#tab(down.shiftKey ? -1 : 1);
    else if (key === 'Escape') this.#cancel();
    else if (key === 'Enter') this.#enter(focused);
    else if (isText(focused)) this.#edit(focused as Field, down);
    else if (key === ' ' && focused.matches('button, summary, input, [role=option]'))
      pressed(this.#page, focused);
    else if (focused.tagName === 'SELECT' && key.startsWith('Arrow'))
      this.#step(as<HTMLSelectElement>(focused), key);
  }

  #edit(field: Field, { key, ctrlKey, metaKey }: Pressed): void {
    if (field.hasAttribute('readonly') || isDisabled(field)) return;
    if (key === 'Backspace') eraseBefore(field);
    else if ([...key].length === 1 && !ctrlKey && !metaKey) insert(field, key);
  }

  #enter(focused: HTMLElement): void {
    if (focused.tagName === 'TEXTAREA') insert(as<HTMLTextAreaElement>(focused), '\n');
    else if (focused.matches('button, a[href], summary')) pressed(this.#page, focused);
    else if (focused.tagName === 'INPUT') this.#submit(as<HTMLInputElement>(focused));
  }

  /** By the first button that submits, if there is one. */
  #submit(field: HTMLInputElement): void {
    this.#page.commit(field);
    const form = field.closest('form') as HTMLFormElement | null;
    if (form === null) return;
    const button = form.querySelector('button:not([type]), [type=submit]');
    if (button === null) dispatch(form, 'submit');
    // One that only says that it is disabled still submits.
    else if (!button.matches('[disabled], fieldset[disabled] *')) pressed(this.#page, button);
  }

  /** The modal dialog on top. */
  #cancel(): void {
    const dialog = [...this.#page.window.document.querySelectorAll('dialog[open]')].at(-1);
    if (dialog === undefined) return;
    const { Event } = this.#page.window;
    if (dialog.dispatchEvent(new Event('cancel', { cancelable: true })))
      as<HTMLDialogElement>(dialog).close();
  }

  #step(select: HTMLSelectElement, key: string): void {
    const values = [...select.querySelectorAll('option')].map((one) => one.value);
    const next = values[values.indexOf(select.value) + (key === 'ArrowDown' ? 1 : -1)];
    if (next === undefined) return;
    select.value = next;
    for (const type of ['input', 'change']) dispatch(select, type);
  }

  #tab(step: 1 | -1): void {
    const { document } = this.#page.window;
    const dialog = [...document.querySelectorAll('dialog[open]')].at(-1);
    const all = [
      ...(dialog ?? document).querySelectorAll(
        'a[href], button, input, select, textarea, summary, [tabindex]',
      ),
    ];
    const stops = all.filter(
      (one) => one.getAttribute('tabindex') !== '-1' && !isDisabled(one) && !isHidden(one),
    );
    const focused = document.activeElement;
    const at = stops.indexOf(focused);
    const before = (one: Element) => (one.compareDocumentPosition(focused) & 4) !== 0;
    const next =
      at >= 0
        ? stops[at + step]
        : step === 1
          ? stops.find((one) => !before(one))
          : stops.findLast((one) => before(one));
    if (next === undefined) this.#page.blur(focused);
    else this.#page.focus(next);
  }
}
