/** Converts what people write in Jira to Markdown: its wiki markup, and the documents (ADF) of newer versions. */
import { linkTo } from '../../../../lib/html/markdown-parts.ts';
import { code, codeBlock } from '../../markup.ts';
import type { Payload } from '../../payload.ts';

const blocks = /\{(code|noformat)(?::([^}\n]{0,200}))?\}([^]*?)\{\1\}/g;
const inlineCode = /\{\{([^{}\n]{1,500})\}\}/g;

/** Marks stand at the edges of words, as in Jira. */
const emphasis: readonly [RegExp, string][] = [
  [/(^|[\s([{>"'])\*(?![\s*])([^*\n]{1,1000}?)(?<!\s)\*(?=$|[\s)\]},.:;!?"'])/gm, '$1**$2**'],
  [/(^|[\s([{>"'*])_(?![\s_])([^_\n]{1,1000}?)(?<!\s)_(?=$|[\s)\]},.:;!?"'*])/gm, '$1*$2*'],
  [/(^|[\s([{>"'])-(?![\s-])([^-\n]{1,1000}?)(?<!\s)-(?=$|[\s)\]},.:;!?"'])/gm, '$1~~$2~~'],
  [/(^|[\s([{>"'])\+(?![\s+])([^+\n]{1,1000}?)(?<!\s)\+(?=$|[\s)\]},.:;!?"'])/gm, '$1$2'],
  [/\?\?(?!\s)([^?\n]{1,1000}?)\?\?/g, '*$1*'],
];

function jiraMarkdown(text: string): string {
  const kept: string[] = [];
  const keep = (markdown: string): string => `\u0001${String(kept.push(markdown) - 1)}\u0001`;
  const prose = text
    .replaceAll('\u0001', '')
    .replaceAll(blocks, (_, kind: string, given: string | undefined, inner: string) =>
      keep(`\n${codeBlock(inner.replace(/^\n/, ''), kind === 'code' ? language(given) : 'text').text}\n`),
    )
    .replaceAll(inlineCode, (_, inner: string) => keep(code(inner).text));
  const lines = marked(
    prose.replaceAll(/\[([^[\]\n]{1,2000})\]/g, (all, inner: string) => reference(all, inner, keep)),
  )
    .split('\n')
    .map(convertLine)
    .join('\n');
  const quoted = lines.replaceAll(
    /\{quote\}([^]*?)\{quote\}/g,
    (_, inner: string) => `${inner.trim().replaceAll(/^/gm, '> ')}\n`,
  );
  return quoted
    .replaceAll(/\{(?:color|panel)(?::[^}\n]{0,200})?\}/g, '')
    .replaceAll(/!([^!\s|]{1,500})(?:\|[^!\n]{0,200})?!/g, (all, name: string) => image(all, name))
    .replaceAll(/\u0001(\d+)\u0001/g, (_, at: string) => kept[Number(at)] ?? '')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

function marked(text: string): string {
  let converted = text;
  for (const [pattern, replacement] of emphasis) converted = converted.replace(pattern, replacement);
  return converted;
}

const language = (given = ''): string =>
  /(?:^|\|)(?:language=)?([\w+#-]{1,30})(?=$|\|)/.exec(given)?.[1] ?? '';

const percent = (sign: string): string =>
  `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;

/** `[label|address]`, `[address]`, `[~user]` and `[^file]`. */
function reference(all: string, inner: string, keep: (markdown: string) => string): string {
  if (inner.startsWith('~')) return `@${inner.slice(1).replace(/^accountid:/, '')}`;
  if (inner.startsWith('^')) return keep(`*${inner.slice(1)}*`);
  const parts = inner.split('|');
  const address = (parts.length > 1 ? parts[1] : parts[0])?.trim() ?? '';
  if (!/^(?:https?:|mailto:)\S+$/.test(address)) return all;
  if (parts.length === 1 || parts[0] === address) return keep(address);
  const safe = address.replaceAll(/[()<>]/g, percent);
  return `[${parts[0]?.trim() ?? ''}]${keep(`(${safe})`)}`;
}

/** An image is at Jira; one with an address can be shown. */
const image = (all: string, name: string): string => {
  if (/^https?:/.test(name)) return `[image](${name.replaceAll(/[()]/g, percent)})`;
  return /\.\w{2,5}$/.test(name) ? `*${name}*` : all;
};

function convertLine(line: string): string {
  const [, level, title] = /^\s*h([1-6])\.\s+(.*)$/.exec(line) ?? [];
  if (level !== undefined) return `${'#'.repeat(Number(level))} ${title ?? ''}`;
  const [, signs = '', item] = /^\s*([*#-]{1,6})\s+(.*)$/.exec(line) ?? [];
  if (item !== undefined && (signs.length === 1 || !signs.includes('--')))
    return `${'   '.repeat(signs.length - 1)}${signs.endsWith('#') ? '1.' : '*'} ${item}`;
  const [, quotation] = /^bq\.\s+(.*)$/.exec(line) ?? [];
  if (quotation !== undefined) return `> ${quotation}`;
  if (/^\s*-{4,}\s*$/.test(line)) return '---';
  return /^\s*\|\|.*\|\|\s*$/.test(line) ? tableHead(line) : line;
}

function tableHead(line: string): string {
  const cells = line
    .trim()
    .slice(2, -2)
    .split('||')
    .map((cell) => cell.trim());
  return `\n| ${cells.join(' | ')} |\n| ${cells.map(() => '---').join(' | ')} |`;
}

/** A text, in either form. */
export function jiraText(payload: Payload, path: string): string | undefined {
  if (!payload.has(path)) return undefined;
  if (!payload.has(`${path}.content`)) {
    const text = payload.optionalText(path);
    return text === undefined ? undefined : jiraMarkdown(text);
  }
  return documentText(payload.at(path), 0).trim();
}

const deepest = 20;
const emphasisSigns: Readonly<Record<string, string>> = { strong: '**', em: '*', strike: '~~' };

function documentText(node: Payload, depth: number): string {
  if (depth > deepest) return '';
  const inner = (): string =>
    node
      .list('content')
      .map((each) => documentText(each, depth + 1))
      .join('');
  const items = (sign: string): string =>
    node
      .list('content')
      .map(
        (each) =>
          `${sign} ${documentText(each, depth + 1)
            .trim()
            .replaceAll('\n', '\n  ')}\n`,
      )
      .join('');
  switch (node.optionalText('type')) {
    case 'text':
      return markedText(node);
    case 'hardBreak':
      return '\n';
    case 'paragraph':
      return `${inner()}\n\n`;
    case 'heading':
      return `${'#'.repeat(Math.min(6, node.optionalNumber('attrs.level') ?? 1))} ${inner()}\n\n`;
    case 'bulletList':
      return `${items('*')}\n`;
    case 'orderedList':
      return `${items('1.')}\n`;
    case 'codeBlock':
      return `${codeBlock(inner(), node.optionalText('attrs.language') ?? '').text}\n\n`;
    case 'blockquote':
    case 'panel':
      return `${inner().trim().replaceAll(/^/gm, '> ')}\n\n`;
    case 'rule':
      return '---\n\n';
    case 'tableRow':
      return `| ${node
        .list('content')
        .map((cell) =>
          documentText(cell, depth + 1)
            .trim()
            .replaceAll('\n', ' '),
        )
        .join(' | ')} |\n`;
    default:
      // Mentions, emoji, dates, cards, statuses and media have no content.
      return (
        node.firstText('attrs.text', 'attrs.shortName', 'attrs.url', 'attrs.alt', 'attrs.timestamp') ??
        inner()
      );
  }
}

function markedText(node: Payload): string {
  const text = node.optionalText('text') ?? '';
  return node.list('marks').reduce((made, mark) => {
    const type = mark.optionalText('type') ?? '';
    if (type === 'code') return code(made).text;
    if (type === 'link') return linkTo(made, mark.optionalText('attrs.href') ?? '');
    const sign = Object.hasOwn(emphasisSigns, type) ? emphasisSigns[type] : undefined;
    return sign === undefined || made.trim() === '' ? made : sign + made + sign;
  }, text);
}
