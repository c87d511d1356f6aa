/** Code blocks in the structure that clients expect: one `code` element with flat content. */
import { escapeAttribute, escapeText } from '../escape.ts';
import { highlighted } from './highlight.ts';
import { languageByName, type Language } from './languages.ts';
import { limits, type Scope } from '../scope.ts';

function trimNewlines(content: string): string {
  let start = 0;
  let end = content.length;
  while (start < end && content.charCodeAt(start) === 0x0a) start++;
  while (end > start && content.charCodeAt(end - 1) === 0x0a) end--;
  return content.slice(start, end);
}

function playgroundLanguage(typed: string, scope: Scope): string | undefined {
  const lower = typed.toLowerCase();
  return scope.options.playgroundLanguages?.find((name) => name.toLowerCase() === lower);
}

/** Whether the info string is a known language or one with a playground in the organization. */
export function isLanguage(typed: string, scope: Scope): boolean {
  return (
    typed.toLowerCase() === 'math' ||
    languageByName(typed) !== undefined ||
    playgroundLanguage(typed, scope) !== undefined
  );
}

function getLanguage(typed: string, scope: Scope): Language {
  const known = languageByName(typed) ?? { name: typed, grammar: '' };
  const ofPlayground = playgroundLanguage(typed, scope);
  return ofPlayground === undefined ? known : { name: ofPlayground, grammar: known.grammar };
}

function colored(code: string, grammar: string, scope: Scope): string {
  const used = scope.highlightedLanguages;
  if (grammar === '') return escapeText(code);
  if (!used.has(grammar) && used.size >= limits.highlightedLanguages) return escapeText(code);
  used.add(grammar);
  return highlighted(code, grammar);
}

/** `typed` is the info string, or `''`. */
export function codeBlock(content: string, typed: string, scope: Scope): string {
  const code = trimNewlines(content);
  const language = typed === '' ? undefined : getLanguage(typed, scope);
  const attribute = language ? ` data-code-language="${escapeAttribute(language.name)}"` : '';
  const html = language ? colored(code, language.grammar, scope) : escapeText(code);
  return `<div class="codehilite"${attribute}><pre><span></span><code>${html}\n</code></pre></div>`;
}
