/** A template tag for HTML: escapes all values except those that are `Html` already. */

export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export type Part = Html | string | number | null | readonly Part[];

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const escape = (text: string): string => text.replace(/[&<>"']/g, (c) => escapes[c] ?? c);

/** The markup of each template literal without indentation. */
const written = new WeakMap<TemplateStringsArray, readonly string[]>();

function withoutIndentation(strings: TemplateStringsArray): readonly string[] {
  const known = written.get(strings);
  if (known) return known;
  const tidied = strings.map((string) => string.replaceAll(/\n\s+/g, '\n'));
  written.set(strings, tidied);
  return tidied;
}

/** html`<p>${anything}</p>`: `null` inserts nothing, a list all its parts. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  const markup = withoutIndentation(strings);
  let text = markup[0] ?? '';
  for (let i = 0; i < parts.length; i++) text += asText(parts[i] ?? null) + (markup[i + 1] ?? '');
  return new Html(text);
}

function asText(part: Part): string {
  if (part === null) return '';
  if (part instanceof Html) return part.text;
  if (typeof part === 'object') return part.map(asText).join('');
  return escape(String(part));
}
