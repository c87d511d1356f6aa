/** The language of a page. */
import type { FastifyRequest } from 'fastify';
import {
  type OrganizationCache,
  type User,
  ownLanguage,
  usualLanguage,
} from '../../core/organization/index.ts';
import { getLanguage, textsIn, type Language, type Texts } from '../../lib/i18n/i18n.ts';

/**
 * The language chosen by a signed-in user, else the one preferred by the browser, else that of the organization, if it is
 * supported; else English.
 */
export function textsFor({ headers }: FastifyRequest, cache?: OrganizationCache, user?: User): Texts {
  const chosen = user && ownLanguage(user);
  const usual = cache && usualLanguage(cache);
  return textsIn[chosen ?? wishedLanguage(headers['accept-language']) ?? usual ?? 'en'];
}

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
