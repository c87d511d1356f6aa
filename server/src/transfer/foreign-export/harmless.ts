/** Keeps other renderers of Markdown from taking for HTML or scripts what is text in ours, which has neither. */

/** Whatever the message opens it closes, so that the next one begins as text. */
export function harmless(content: string): string {
  const written: string[] = [];
  let text: string[] = [];
  let fence = '';
  const flush = () => {
    if (text.length > 0) written.push(harmlessText(text.join('\n')));
    text = [];
  };
  for (const line of content.split('\n')) {
    if (fence !== '') {
      written.push(line);
      if (closesFence(fence, line)) fence = '';
      continue;
    }
    // Only at the start of a line: a list or quotation that a fence is in ends it.
    fence = /^(?:`{3,}(?=[^`]*$)|~{3,})/.exec(line)?.[0] ?? '';
    if (fence === '') text.push(line);
    else {
      flush();
      written.push(line);
    }
  }
  flush();
  if (fence !== '') written.push(fence);
  return written.join('\n');
}

/** As in CommonMark, where our own renderer is stricter. */
const closesFence = (fence: string, line: string): boolean => {
  const [, found = ''] = /^ {0,3}(`{3,}|~{3,})[ \t]*$/.exec(line) ?? [];
  return found.startsWith(fence);
};

const inlineCode = /(`[^`\n]+`)/;

function harmlessText(text: string): string {
  if (!isCodeCertain(text)) return withoutMarkup(text);
  return text
    .split(inlineCode)
    .map((part, i) => (i % 2 === 1 ? part : withoutMarkup(part)))
    .join('');
}

/** Whether every renderer sees code in the same places: backticks can be escaped, or be in addresses or between cells. */
function isCodeCertain(text: string): boolean {
  const rest = text.replace(/\]\([^\s()<>`"'\\]*\)/g, '');
  return (
    !/``|\\`|`[^`\n]*\|[^`\n]*`|\]\([^]*`|\]:|(?::\/\/|www\.|@)[^\s<]*`/.test(rest) &&
    rest.split('\n').every((line) => line.split('`').length % 2 === 1)
  );
}

const unsafe = String.raw`(?:javascript|vbscript|data):|[^\s/?#()<>]*[&\\]`;
const unsafeLink = new RegExp(String.raw`\]\(\s*<?(?=${unsafe})`, 'gi');
const unsafeDefinition = new RegExp(String.raw`\](?=:\s*<?(?:${unsafe}))`, 'gi');

const withoutMarkup = (text: string): string =>
  text
    .replace(/<(?=[a-z/!?])(?!(?:https?|mailto|time):[^\s<>`]*>)/gi, '\\<')
    .replace(unsafeLink, (start) => `${start}unsafe:`)
    .replace(unsafeDefinition, '\\]');
