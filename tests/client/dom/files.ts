/** Files that a page asks for, and files that it gives. */
import { resolveObjectURL } from 'node:buffer';
import type { Element, HTMLInputElement } from 'happy-dom';
import { Locator, waitUntil } from './locator.ts';
import type { Page } from './page.ts';
import { as } from './roles.ts';
import type { DomWindow } from './window.ts';

export interface Chooser {
  setFiles: Locator['setInputFiles'];
}

/** A file that a script made. */
export interface Download {
  suggestedFilename(): string;
  text(): Promise<string>;
}

export class Files {
  readonly #page: Page;
  #asking: HTMLInputElement | undefined;
  #download: Download | undefined;

  constructor(page: Page) {
    this.#page = page;
  }

  watch({ document, HTMLAnchorElement }: DomWindow): void {
    // By a hand or by a script.
    document.addEventListener('click', ({ target }) => {
      const clicked = as<Element>(target);
      if (clicked.matches('input[type=file]')) this.#asking = as<HTMLInputElement>(clicked);
    });
    // A script clicks a link that it has put nowhere.
    const { prototype } = HTMLAnchorElement;
    const { click } = prototype;
    const take = this.#take.bind(this);
    prototype.click = function clickOrDownload(this: typeof prototype) {
      if (this.download !== '' && !this.isConnected) take(this);
      else click.call(this);
    };
  }

  #take({ download, href }: { download: string; href: string }): void {
    const file = resolveObjectURL(href);
    this.#download = {
      suggestedFilename: () => download,
      text: async () => (file ? file.text() : Promise.reject(new Error(`${href} is gone.`))),
    };
  }

  async waitForChooser(): Promise<Chooser> {
    this.#asking = undefined;
    await waitUntil('files are asked for', () => this.#asking !== undefined, this.#page);
    const input = this.#asking!;
    return {
      setFiles: (files) => new Locator(this.#page, () => [input], 'the chosen files').setInputFiles(files),
    };
  }

  async waitForDownload(): Promise<Download> {
    this.#download = undefined;
    await waitUntil('something is downloaded', () => this.#download !== undefined, this.#page);
    return this.#download!;
  }
}
