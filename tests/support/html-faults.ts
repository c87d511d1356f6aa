/** What is wrong with a page of HTML, as far as browsers would mend it silently or read it in different ways. */

const voids = new Set(['br', 'hr', 'img', 'input', 'link', 'meta', 'mspace', 'source', 'wbr']);
/** Their content is text. */
const raw = new Set(['script', 'style', 'title', 'textarea']);
/** Elements that may stand only where there is no line of text around them. */
const blocks = new Set([
  ...['address', 'article', 'blockquote', 'details', 'div', 'dl', 'fieldset', 'footer', 'form', 'h1', 'h2'],
  ...['h3', 'h4', 'h5', 'h6', 'header', 'hr', 'main', 'nav', 'ol', 'p', 'pre', 'section', 'table', 'ul'],
]);
/** Elements that hold text, and what stands in text. */
const lines = new Set([
  'p',
  'span',
  'b',
  'em',
  'strong',
  'small',
  'code',
  'summary',
  'time',
  'h1',
  'h2',
  'h3',
  'pre',
]);
const parents: Readonly<Record<string, readonly string[]>> = {
  li: ['ul', 'ol'],
  tr: ['thead', 'tbody'],
  td: ['tr'],
  th: ['tr'],
  thead: ['table'],
  tbody: ['table'],
  summary: ['details'],
  dt: ['dl', 'div'],
  dd: ['dl', 'div'],
};
/** Elements with nothing but these in them. */
const children: Readonly<Record<string, readonly string[]>> = {
  ul: ['li', 'script'],
  ol: ['li', 'script'],
  tr: ['td', 'th'],
  table: ['thead', 'tbody'],
};

const tag = /<(\/?)([a-zA-Z][a-zA-Z0-9-]*)((?:\s+[a-zA-Z:-]+(?:="[^"<>]*")?)*)\s*(\/?)>|<!doctype html>/g;

export function htmlFaults(text: string): string[] {
  const faults: string[] = [];
  const open: string[] = [];
  const ids = new Set<string>();
  if (!text.startsWith('<!doctype html>')) faults.push('no doctype');
  let end = 0;
  tag.lastIndex = 0;
  for (let match = tag.exec(text); match; match = tag.exec(text)) {
    const [whole, slash, given, attributes = ''] = match;
    checkText(text.slice(end, match.index), open, faults);
    end = tag.lastIndex;
    if (given === undefined) continue;
    const name = given.toLowerCase();
    if (slash === '/') {
      if (open.pop() !== name) faults.push(`${whole} closes nothing, in ${open.join(' ')}`);
      continue;
    }
    checkPlace(name, open, faults);
    checkAttributes(name, attributes, ids, faults);
    if (voids.has(name)) continue;
    open.push(name);
    if (!raw.has(name)) continue;
    end = text.indexOf(`</${name}`, end);
    if (end < 0) return [...faults, `${name} does not end`];
    tag.lastIndex = end;
  }
  checkText(text.slice(end), open, faults);
  return open.length === 0 ? faults : [...faults, `not closed: ${open.join(' ')}`];
}

function checkText(text: string, open: readonly string[], faults: string[]): void {
  if (/[<>]/.test(text)) faults.push(`not escaped: ${text.slice(0, 80)}`);
  if (/&(?!(?:#\d+|#x[0-9a-f]+|[a-z]+);)/i.test(text))
    faults.push(`an ampersand by itself: ${text.slice(0, 80)}`);
  const parent = open.at(-1) ?? '';
  if (text.trim() !== '' && parent in children) faults.push(`text in ${parent}: ${text.trim().slice(0, 80)}`);
}

function checkPlace(name: string, open: readonly string[], faults: string[]): void {
  const parent = open.at(-1);
  const line = open.find((one) => lines.has(one));
  if (line !== undefined && blocks.has(name)) faults.push(`${name} in ${line}`);
  if (name === 'a' && open.includes('a')) faults.push('a link in a link');
  const allowed = parents[name];
  if (allowed && !allowed.includes(parent ?? '')) faults.push(`${name} in ${String(parent)}`);
  const only = children[parent ?? ''];
  if (only && !only.includes(name)) faults.push(`${name} in ${String(parent)}`);
}

function checkAttributes(name: string, text: string, ids: Set<string>, faults: string[]): void {
  const seen = new Map<string, string>();
  for (const [, key = '', value = ''] of text.matchAll(/([a-zA-Z:-]+)(?:="([^"]*)")?/g)) {
    if (seen.has(key)) faults.push(`${name} has ${key} twice`);
    seen.set(key, value);
  }
  const id = seen.get('id');
  if (id !== undefined && ids.has(id)) faults.push(`the id ${id} is there twice`);
  if (id !== undefined) ids.add(id);
  if (name === 'img' && !seen.has('alt')) faults.push('an image without a text');
  for (const key of seen.keys())
    if (key === 'style' || key.startsWith('on')) faults.push(`${name} has ${key}`);
}
