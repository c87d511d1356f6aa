import { getLanguage, type Language } from './i18n.ts';

/** Browsers send only a few. */
const mostWishes = 50;

/**
 * The first supported language in an `Accept-Language` header, by weight and then by order. Undefined if `*` comes first
 * or none is supported.
 */
export function wishedLanguage(header = ''): Language | undefined {
  const wishes = header.split(',', mostWishes).flatMap(readWish);
  const refused = wishes.filter(({ weight }) => weight === 0).map(({ language }) => language);
  return wishes
    .filter(({ weight, language }) => weight > 0 && !refused.includes(language))
    .sort((one, other) => other.weight - one.weight)[0]?.language;
}

/** Parses `de-AT;q=0.9`; empty for unsupported languages. `*` has no language. */
function readWish(text: string): { language: Language | undefined; weight: number }[] {
  const [, range = '', weight = '1'] =
    /^\s*([a-z]{1,8}(?:-[a-z0-9]{1,8})*|\*)\s*(?:;\s*q=([01](?:\.\d{0,3})?)\s*)?$/i.exec(text) ?? [];
  const language = getLanguage(range);
  return language === undefined && range !== '*' ? [] : [{ language, weight: Math.min(1, Number(weight)) }];
}
