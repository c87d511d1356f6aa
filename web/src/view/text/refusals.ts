/** What the server refuses to do, in the language of the page. */
import type { ErrorCode } from '../../../../wire/errors.ts';
import { formatText, type TextValues } from '../../../../wire/icu.ts';
import type { Refusals } from '../../text/en/refusals.ts';
import { languageCode, refusalWords } from './text.ts';

/** As the server says it, in English, where the language has no words for it. */
export function refusalText(message: string, code?: ErrorCode): string {
  const words = refusalWords();
  return (words && wordsFor(words, message, code)) ?? message;
}

function wordsFor(
  { texts, codes }: Refusals,
  message: string,
  code: ErrorCode | undefined,
): string | undefined {
  for (const [said, text] of Object.entries(texts)) {
    const values = valuesIn(message, said);
    if (values !== undefined) return formatText(text, languageCode(), values);
  }
  const byCode: Partial<Readonly<Record<ErrorCode, string>>> = codes;
  return code && byCode[code];
}

/** @returns what stands in place of the braces; undefined where it says something else */
function valuesIn(message: string, said: string): TextValues | undefined {
  const pattern = said
    .replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
    .replaceAll(/\\\{(\w+)\\\}/g, '(?<$1>.+)');
  const match = new RegExp(`^${pattern}$`, 's').exec(message);
  return match === null ? undefined : { ...match.groups };
}
