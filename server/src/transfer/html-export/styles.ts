/** Style sheets of pages, once for all of them instead of in each, with the typefaces that they name. */
import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BuiltFiles } from '../../pages/built-files.ts';
import { builtClient } from '../../pages/routes.ts';
import { typePrefix } from '../../pages/layout/style.ts';
import { relativeLink } from './file-names.ts';

const inPage = /<style>([^]*?)<\/style>/;
const face = new RegExp(`@font-face\\{[^}]*url\\(${typePrefix}([a-z-]+)\\.woff2\\)[^}]*\\}`, 'g');

export class Styles {
  readonly #folder: string;
  readonly #built = new BuiltFiles(builtClient);
  /** Names of files, by the style sheet. */
  readonly #names = new Map<string, string>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** @param file The page, whose style sheet becomes a link. */
  async moveOut(file: string, html: string): Promise<string> {
    const [whole, css] = inPage.exec(html) ?? [];
    if (whole === undefined || css === undefined) return html;
    let name = this.#names.get(css);
    if (name === undefined) {
      name = `files/style${this.#names.size === 0 ? '' : `-${this.#names.size + 1}`}.css`;
      this.#names.set(css, name);
      await writeFile(join(this.#folder, name), await this.#withTypefaces(css));
    }
    return html.replace(whole, () => `<link rel="stylesheet" href="${relativeLink(file, name)}" />`);
  }

  /** Faces whose file is not there, as without a build of the web client, are left to the browser. */
  async #withTypefaces(css: string): Promise<string> {
    const copied = new Set<string>();
    for (const [, name = ''] of css.matchAll(face)) {
      const file = this.#built.beginningWith(`assets/${name}-wght-normal-`);
      if (!file) continue;
      await copyFile(file.location, join(this.#folder, 'files', `${name}.woff2`));
      copied.add(name);
    }
    return css.replace(face, (whole, name: string) =>
      copied.has(name) ? whole.replace(`${typePrefix}${name}`, name) : '',
    );
  }
}
