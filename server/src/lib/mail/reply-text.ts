/** Extracts the text of a reply by email, without quoted message and signature. */

/** Maximum length of an analysed line. */
const longestLine = 500;
const mostLines = 10_000;

/** "On Monday Ben wrote:" in the languages of common mail programs. */
const attribution = [
  /^(?:on|am|le|el|il|em|op|den|w dniu)\b.*:$/i,
  /\b(?:wrote|schrieb|escribió|scritto|escreveu|schreef|skrev|napisał(?:\(a\))?|a écrit)\b.{0,80}:$/i,
];

/** The first line of one that is wrapped. */
const beginning = /^(?:on|am|le|el|il|em|op|den|w dniu)\b|\d|@/i;

/** Precedes a message that is quoted without marks. */
const separator =
  /^-{2,}\s*(?:original message|ursprüngliche nachricht|message d'origine|forwarded message)\s*-{2,}$/i;
const firstHeader = /^\*?(?:from|von|de|da|van)\*?\s?:/i;
const nextHeader =
  /^\*?(?:sent|date|to|gesendet|datum|an|envoyé|à|enviado|para|inviato|verzonden|aan)\*?\s?:/i;

const ofTelephone =
  /^(?:sent from my |sent from outlook|get outlook for |von meinem .{1,60} gesendet|gesendet von |envoyé de mon |enviado desde mi )/i;

/** Parts to keep that the author has not written. */
interface KeptParts {
  keepsQuotes?: boolean;
  /** What only looks like a quoted message: where nothing says that the email is a reply, it is its text. */
  keepsUnmarked?: boolean;
  keepsFooter?: boolean;
}

/** @returns an empty string if there is only quoted text and a signature. */
export function replyTextIn(
  text: string,
  { keepsQuotes = false, keepsUnmarked = false, keepsFooter = false }: KeptParts = {},
): string {
  const lines = text
    .replaceAll('\r\n', '\n')
    .split('\n', mostLines)
    .map((line) => line.trimEnd());
  const unsigned = keepsFooter ? lines : untilSignature(lines);
  const kept = keepsQuotes
    ? [...unsigned]
    : withoutQuotes(keepsUnmarked ? unsigned : untilForwarded(unsigned), keepsUnmarked);
  while (kept.at(-1) === '') kept.pop();
  if (!keepsFooter && ofTelephone.test(shortened(kept.at(-1)))) kept.pop();
  return kept
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

const shortened = (line: string | undefined): string => (line ?? '').slice(0, longestLine).trim();

const until = (lines: readonly string[], end: number): readonly string[] =>
  end < 0 ? lines : lines.slice(0, end);

const untilSignature = (lines: readonly string[]): readonly string[] => until(lines, lines.indexOf('--'));

function untilForwarded(lines: readonly string[]): readonly string[] {
  const isHead = (line: string, at: number) =>
    separator.test(shortened(line)) ||
    (firstHeader.test(shortened(line)) && nextHeader.test(shortened(lines[at + 1])));
  const end = lines.findIndex(isHead);
  const isRuled = end > 0 && /^_{5,}$/.test(lines[end - 1] ?? '');
  return until(lines, isRuled ? end - 1 : end);
}

const isQuoted = (line: string | undefined): boolean => line?.startsWith('>') === true;

/** Keeps text between or below quotations: some people reply inline. */
function withoutQuotes(lines: readonly string[], keepsUnmarked: boolean): string[] {
  const kept: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    if (isQuoted(lines[at])) continue;
    const span = attributionAt(lines, at);
    let next = at + span;
    while (lines[next] === '') next++;
    if (span > 0 && isQuoted(lines[next])) at += span - 1;
    // Nothing below is marked as quoted: all of it is the quoted message.
    else if (span > 0 && !keepsUnmarked && (at === 0 || lines[at - 1] === '')) break;
    else kept.push(lines[at] ?? '');
  }
  return kept;
}

/** The number of lines of the attribution, which mail programs may wrap. */
function attributionAt(lines: readonly string[], at: number): number {
  if (lines[at] === '') return 0;
  for (const span of [1, 2, 3]) {
    const some = lines.slice(at, at + span);
    if (some.includes('')) return 0;
    const one = shortened(some.join(' '));
    if (span > 1 && !beginning.test(lines[at] ?? '')) return 0;
    const isWhole = attribution.some((pattern) => pattern.test(one));
    // An ordinary sentence may have the same ending; every attribution contains a date, a time or an address.
    if (isWhole && /\d|@/.test(one)) return span;
  }
  return 0;
}
