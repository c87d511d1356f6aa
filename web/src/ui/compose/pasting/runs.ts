/** Text runs with formatting, and their Markdown. */

/** Format of a run. */
export type Look = {
  bold: boolean;
  italic: boolean;
  strike: boolean;
  code: boolean;
  /** Link target. */
  href: string | undefined;
  /** It contains images and no text. */
  isPictured: boolean;
  /** Spaces and line breaks are preserved. */
  isPre: boolean;
};

export type Run = Look & { text: string };

export const plainLook: Look = {
  bold: false,
  italic: false,
  strike: false,
  code: false,
  href: undefined,
  isPictured: false,
  isPre: false,
};

/** From the outside in. */
const marks = [
  ['strike', '~~'],
  ['bold', '**'],
  ['italic', '*'],
] as const;

/** Formatting ends at each line. This dialect of Markdown has no escapes: special characters stay. */
export function renderRuns(runs: readonly Run[]): string {
  const shown = collapsed(runs);
  const text = rendered(shown);
  const before = shown.map((run) => (run.code ? '`' : run.href === undefined ? run.text : `[${run.text}`));
  if (countNames(text) <= countNames(before.join(''))) return text;
  return rendered(shown.map((run) => ({ ...run, bold: false, italic: false })));
}

const rendered = (runs: readonly Run[]): string =>
  groups(runs, ({ href }) => href)
    .map((group) => linked(marked(group, 0), group[0]?.href))
    .join('')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();

/** The start of a mention or channel link: it must not result from formatting that another program chose. */
const countNames = (text: string): number => text.match(/[@#]_?\*/g)?.length ?? 0;

/** Merges neighbours with the same format. */
function groups<Key>(runs: readonly Run[], getKey: (run: Run) => Key): Run[][] {
  const all: Run[][] = [];
  let last: Key | undefined;
  for (const run of runs) {
    const key = getKey(run);
    const group = all.at(-1);
    if (group !== undefined && key === last) group.push(run);
    else all.push([run]);
    last = key;
  }
  return all;
}

/** Collapses whitespace as a browser does. */
function collapsed(runs: readonly Run[]): Run[] {
  let before = '\n';
  return runs.flatMap((run) => {
    let text = run.text.replaceAll('\u00A0', ' ');
    if (!run.isPre) {
      text = text.replaceAll(/[ \t\r\n\f]+/g, ' ');
      if (/[ \n]$/.test(before)) text = text.trimStart();
    }
    if (text === '') return [];
    before = text;
    return [{ ...run, text }];
  });
}

function marked(runs: readonly Run[], level: number): string {
  const mark = marks[level];
  if (mark === undefined) {
    return groups(runs, ({ code }) => code)
      .map((group) => {
        const text = group.map((run) => run.text).join('');
        return group[0]?.code === true ? wrapped(text, inlineCode) : text;
      })
      .join('');
  }
  const [name, sign] = mark;
  return groups(runs, (run) => run[name])
    .map((group) => {
      const inner = marked(group, level + 1);
      return group[0]?.[name] === true ? wrapped(inner, (text) => sign + text + sign) : inner;
    })
    .join('');
}

/** Line by line, without the spaces around the text. */
const wrapped = (text: string, wrap: (text: string) => string): string =>
  text
    .split('\n')
    .map((line) => {
      const inner = line.trim();
      return inner === '' ? line : line.replace(inner, () => wrap(inner));
    })
    .join('\n');

function inlineCode(text: string): string {
  const fence = '`'.repeat(longestRun(text) + 1);
  const gap = text.startsWith('`') || text.endsWith('`') ? ' ' : '';
  return `${fence}${gap}${text}${gap}${fence}`;
}

/** @returns the length of the longest run of backticks */
export const longestRun = (text: string): number =>
  Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));

function linked(text: string, href: string | undefined): string {
  if (href === undefined) return text;
  const inner = text.trim();
  return inner === '' ? text : text.replace(inner, () => linkTo(inner.replaceAll(/\s+/g, ' '), href));
}

/** @returns the text without line breaks */
export const onOneLine = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ');

/** A Markdown link; the URL alone if that is its text. */
function linkTo(text: string, href: string): string {
  if (isSameAddress(text, href)) return href;
  const url = href.replaceAll('(', '%28').replaceAll(')', '%29');
  return `[${hasPairs(text) ? text : text.replaceAll(/[[\]]/g, '')}](${url})`;
}

const bare = (address: string): string => address.replace(/^(?:https?:\/\/|mailto:)/, '').replace(/\/$/, '');

const isSameAddress = (text: string, href: string): boolean => bare(text) === bare(href);

/** Whether all brackets are balanced. */
function hasPairs(text: string): boolean {
  let open = 0;
  for (const char of text) {
    if (char === '[') open++;
    else if (char === ']' && --open < 0) return false;
  }
  return open === 0;
}
