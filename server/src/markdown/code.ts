/** Blocks of code, in the form that clients take apart: one `code` element with flat content. */
import { escapeAttribute, escapeText } from './escape.ts';

/** `language` is the word after the fence, as typed, or `''`. */
export function codeBlock(content: string, language: string): string {
  const code = content.replace(/^\n+|\n+$/g, '');
  const attribute = language === '' ? '' : ` data-code-language="${escapeAttribute(language)}"`;
  return `<div class="codehilite"${attribute}><pre><span></span><code>${escapeText(code)}\n</code></pre></div>`;
}
