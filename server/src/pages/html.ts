/** Pages as text: whatever is put into one is escaped, unless it was made here. */

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

/** html`<p>${anything}</p>`: `null` puts nothing there, a list its parts one after the other. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(
    strings.map((string, i) => string + (i < parts.length ? asText(parts[i] ?? null) : '')).join(''),
  );
}

function asText(part: Part): string {
  if (part === null) return '';
  if (part instanceof Html) return part.text;
  if (typeof part === 'object') return part.map(asText).join('');
  return escape(String(part));
}
