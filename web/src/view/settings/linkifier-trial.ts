/** Tries a linkifier on a text before it is saved. The server decides. */
import { filledIn } from './url-template.ts';

export type LinkifierResult =
  | { kind: 'links'; links: readonly { text: string; url: string }[] }
  | { kind: 'nothing' }
  /** The pattern is invalid, or cannot be tried in a browser. */
  | { kind: 'broken' };

/** Scripts without spaces between words. */
const unspaced = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}`;
const before = String.raw`(?<=^|[\s\p{Z}\p{Ps}\p{Pi}'",:;<${unspaced}])`;
const after = String.raw`(?=$|[^\p{L}\p{N}]|[${unspaced}])`;

/** Short, since the server refuses slow patterns only when they are saved. */
const longest = 200;
const most = 5;

export function tryLinkifier(pattern: string, template: string, text: string): LinkifierResult {
  const compiled = compile(pattern.trim());
  if (compiled === undefined) return { kind: 'broken' };
  const links = [...text.slice(0, longest).matchAll(compiled)]
    .filter(([found]) => found !== '')
    .slice(0, most)
    .map((match) => ({ text: match[0], url: filledIn(template.trim(), match.groups ?? {}) }));
  return links.length === 0 ? { kind: 'nothing' } : { kind: 'links', links };
}

/** The wire has another syntax for named groups. */
function compile(pattern: string): RegExp | undefined {
  const ignoresCase = pattern.startsWith('(?i)');
  const source = (ignoresCase ? pattern.slice(4) : pattern).replaceAll('(?P<', '(?<');
  if (source === '') return undefined;
  const flags = ignoresCase ? 'gi' : 'g';
  const whole = `${before}(?:${source})${after}`;
  return regular(whole, `${flags}u`) ?? regular(escapesEased(whole), `${flags}u`);
}

/** Characters that the server's syntax allows to escape, but JavaScript's does not: `\#`, `\-`. */
const escapesEased = (source: string): string => source.replaceAll(/\\([#\-:;,<>=!%&@"' ~`_])/g, '$1');

function regular(source: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(source, flags);
  } catch {
    return undefined;
  }
}
