/** What a linkifier would make of a text, tried here before anything is saved. The server decides in the end. */
import { filledIn } from './url-template.ts';

export type LinkifierResult =
  | { kind: 'links'; links: readonly { text: string; url: string }[] }
  | { kind: 'nothing' }
  /** The pattern is none that can be tried here. */
  | { kind: 'broken' };

/** Scripts that have no spaces between words. */
const unspaced = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}`;
const before = String.raw`(?<=^|[\s\p{Z}\p{Ps}\p{Pi}'",:;<${unspaced}])`;
const after = String.raw`(?=$|[^\p{L}\p{N}]|[${unspaced}])`;

/** A text that is tried is short: patterns that take long are refused by the server only when they are saved. */
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

/** Names of groups are written in another way on the wire. */
function compile(pattern: string): RegExp | undefined {
  const ignoresCase = pattern.startsWith('(?i)');
  const source = (ignoresCase ? pattern.slice(4) : pattern).replaceAll('(?P<', '(?<');
  if (source === '') return undefined;
  const flags = ignoresCase ? 'gi' : 'g';
  const whole = `${before}(?:${source})${after}`;
  return regular(whole, `${flags}u`) ?? regular(escapesEased(whole), `${flags}u`);
}

/** Signs that may be escaped on the server and not here: `\#`, `\-`. */
const escapesEased = (source: string): string => source.replaceAll(/\\([#\-:;,<>=!%&@"' ~`_])/g, '$1');

function regular(source: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(source, flags);
  } catch {
    return undefined;
  }
}
