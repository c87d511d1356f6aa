/** Builds the text of a message from Markdown and references. */
import { emojiByName } from '../../lib/markdown/emoji/emoji.ts';
import type { Reference, Text } from './records.ts';

/** Collects pieces; plain text is escaped. */
export class TextBuilder {
  readonly #pieces: (string | Reference)[] = [];

  markdown(text: string): this {
    const last = this.#pieces.length - 1;
    const before = this.#pieces[last];
    if (typeof before === 'string') this.#pieces[last] = before + text;
    else if (text !== '') this.#pieces.push(text);
    return this;
  }

  plain(text: string): this {
    return this.markdown(escapeMarkdown(text));
  }

  reference(one: Reference): this {
    this.#pieces.push(one);
    return this;
  }

  text(pieces: Text): this {
    for (const piece of pieces)
      if (typeof piece === 'string') this.markdown(piece);
      else this.reference(piece);
    return this;
  }

  get isEmpty(): boolean {
    return this.#pieces.every((piece) => typeof piece === 'string' && piece.trim() === '');
  }

  done(): Text {
    return this.#pieces;
  }
}

const special = /[\\`*_~]|(?<=^|\n)(?:[#>+-]|\d+\.)(?=\s)|(?<=@|#)\*\*/g;

/** Escapes only what would be markup: a text with more escapes than needed is hard to edit. */
function escapeMarkdown(text: string): string {
  return /[\\`*_~#>+\-\d@]/.test(text) ? text.replace(special, (found) => `\\${found}`) : text;
}

/** Prefixes each line, for quotations and list items. */
export function prefixed(text: Text, first: string, others = first): Text {
  const made = new TextBuilder().markdown(first);
  for (const piece of text)
    if (typeof piece === 'string') made.markdown(piece.replaceAll('\n', `\n${others}`));
    else made.reference(piece);
  return made.done();
}

/** A link that its label and address cannot break. */
export function link(label: string, url: string): string {
  const safe = url
    .replaceAll(' ', '%20')
    .replaceAll('(', '%28')
    .replaceAll(')', '%29')
    .replaceAll('<', '%3C');
  if (!/^(?:https?|mailto|tel|xmpp|irc):/i.test(safe)) return label === '' ? url : label;
  if (label === '' || label === url) return url;
  return `[${label.replace(/[[\]\\]/g, '\\$&').replaceAll('\n', ' ')}](${safe})`;
}

/** Links to files: file names make poor titles. */
const fileMention = /\[[^\]]*\]\(\/user_uploads\/[^)]*\)|\*[^*\n]*\(this file was not imported\)\*/g;
/** Sufficient for a topic name or the label of a link. */
const enoughToRead = 500;

/** The readable text of a message on one line, for topic names and labels of links. */
export function plainWords(content: string): string {
  const beginning = content.slice(0, enoughToRead);
  const withoutFiles = beginning.replace(fileMention, '');
  return (withoutFiles.trim() === '' ? beginning : withoutFiles)
    .replace(/```[^\n]*\n?/g, ' ')
    .replace(/@_?\*\*([^*|\n]*)(?:\|\d+)?\*\*/g, '$1')
    .replace(/#\*\*([^*\n]*)\*\*/g, '#$1')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^\s*>+\s?/gm, '')
    .replace(/\\([\\`*_~#>+-])/g, '$1')
    .replace(/[*`]|~~|(?<!\w)_+|_+(?!\w)/g, '')
    .replace(emojiCode, (written, name: string) => emojiCharacter(name) ?? written)
    .replace(/\s+/g, ' ')
    .trim();
}

const emojiCode = /:([\p{L}\p{N}_+-]{1,80}):/gu;

function emojiCharacter(name: string): string | undefined {
  const emoji = emojiByName(name);
  return emoji && String.fromCodePoint(...emoji.code.split('-').map((one) => Number.parseInt(one, 16)));
}

const code = /(```[\s\S]*?(?:```|$)|~~~[\s\S]*?(?:~~~|$)|`[^`\n]*`)/;

/** `Array.isArray` does not narrow to lists that are read-only. */
const isText = (found: Reference | Text): found is Text => Array.isArray(found);

/** Turns names and addresses in Markdown into references, except in code. @param refer Returns undefined to keep the text. */
export function withReferences(
  markdown: string,
  pattern: RegExp,
  refer: (match: RegExpMatchArray) => string | Reference | Text | undefined,
): Text {
  if (markdown.search(pattern) < 0) return markdown === '' ? [] : [markdown];
  const made = new TextBuilder();
  for (const [i, part] of markdown.split(code).entries()) {
    if (i % 2 === 1) {
      made.markdown(part);
      continue;
    }
    let last = 0;
    for (const match of part.matchAll(pattern)) {
      const found = refer(match);
      if (found === undefined) continue;
      made.markdown(part.slice(last, match.index));
      last = match.index + match[0].length;
      if (typeof found === 'string') made.markdown(found);
      else if (isText(found)) made.text(found);
      else made.reference(found);
    }
    made.markdown(part.slice(last));
  }
  return made.done();
}
