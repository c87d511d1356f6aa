/**
 * The subset of ICU MessageFormat that the catalogues of the web client and the server use: `{name}`,
 * `{count, plural, =0 {…} one {…} other {…}}` with `#`, `{kind, select, …}`, nested, and quotation with apostrophes. A complete
 * implementation would be a tenth of the page's size; a test compares this one with it for every text.
 */
export type TextValues = Readonly<Record<string, string | number>>;

type Intersection<Union> = (Union extends unknown ? (value: Union) => void : never) extends (
  value: infer All,
) => void
  ? All
  : never;

/**
 * The arguments after a key: none, or the values that the text names.
 * @template Parameters value types of the texts that have values, by key
 */
export type TextArguments<Parameters, Key> = [Key & keyof Parameters] extends [never]
  ? []
  : [values: Intersection<Parameters[Key & keyof Parameters]>];

type Node =
  | string
  | { name: string }
  | { name: string; plural: boolean; arms: ReadonlyMap<string, readonly Node[]> };

const parsed = new Map<string, readonly Node[]>();
const rules = new Map<string, Intl.PluralRules>();
const numbers = new Map<string, Intl.NumberFormat>();

const isFormatted = /[{']/;

export function formatText(text: string, locale: string, values: TextValues = {}): string {
  if (!isFormatted.test(text)) return text;
  const nodes = parsed.get(text) ?? parse(text, { at: 0 });
  parsed.set(text, nodes);
  return write(nodes, locale, values, undefined);
}

function parse(text: string, cursor: { at: number }, { isArm = false } = {}): Node[] {
  const nodes: Node[] = [];
  let plain = '';
  const flush = (): void => {
    if (plain !== '') nodes.push(plain);
    plain = '';
  };
  while (cursor.at < text.length) {
    const char = text[cursor.at++] ?? '';
    if (char === "'") {
      plain += parseQuoted(text, cursor, { isArm });
      continue;
    }
    if (char === '}' && isArm) break;
    if (char === '{') {
      flush();
      nodes.push(parseArgument(text, cursor));
    } else if (char === '#' && isArm) {
      flush();
      nodes.push({ name: '#' });
    } else plain += char;
  }
  flush();
  return nodes;
}

/** After an apostrophe: two are one, one before a brace quotes up to the next, any other is literal. */
function parseQuoted(text: string, cursor: { at: number }, { isArm }: { isArm: boolean }): string {
  const next = text[cursor.at] ?? '';
  if (next === "'") {
    cursor.at++;
    return "'";
  }
  if (!(isArm ? '{}#' : '{}').includes(next) || next === '') return "'";
  const [all = '', quoted = ''] = /^((?:[^']|'')*)'?/.exec(text.slice(cursor.at)) ?? [];
  cursor.at += all.length;
  return quoted.replaceAll("''", "'");
}

function parseArgument(text: string, cursor: { at: number }): Node {
  const [head = '', name = '', kind] =
    /^\s*(\w+)\s*(?:\}|,\s*(plural|select)\s*,)/.exec(text.slice(cursor.at)) ?? [];
  if (name === '') throw new Error(`This text has a brace that opens nothing: ${text}`);
  cursor.at += head.length;
  if (kind === undefined) return { name };
  const arms = new Map<string, readonly Node[]>();
  for (;;) {
    const [all = '', arm] = /^\s*(?:(=?\w+)\s*\{|\})/.exec(text.slice(cursor.at)) ?? [];
    if (all === '') throw new Error(`This text does not close a choice: ${text}`);
    cursor.at += all.length;
    if (arm === undefined) return { name, plural: kind === 'plural', arms };
    arms.set(arm, parse(text, cursor, { isArm: true }));
  }
}

function write(
  nodes: readonly Node[],
  locale: string,
  values: TextValues,
  count: number | undefined,
): string {
  return nodes.map((node) => writeOne(node, locale, values, count)).join('');
}

function writeOne(node: Node, locale: string, values: TextValues, count: number | undefined): string {
  if (typeof node === 'string') return node;
  const value = node.name === '#' ? (count ?? '#') : (values[node.name] ?? '');
  if (!('arms' in node)) return typeof value === 'number' ? numberFormat(locale).format(value) : value;
  if (!node.plural)
    return write(node.arms.get(String(value)) ?? node.arms.get('other') ?? [], locale, values, count);
  const amount = Number(value);
  const arm =
    node.arms.get(`=${amount}`) ??
    node.arms.get(pluralRules(locale).select(amount)) ??
    node.arms.get('other') ??
    [];
  return write(arm, locale, values, amount);
}

function pluralRules(locale: string): Intl.PluralRules {
  const found = rules.get(locale) ?? new Intl.PluralRules(locale);
  rules.set(locale, found);
  return found;
}

function numberFormat(locale: string): Intl.NumberFormat {
  const found = numbers.get(locale) ?? new Intl.NumberFormat(locale);
  numbers.set(locale, found);
  return found;
}
