/** The language of a page. */
import type { FastifyRequest } from 'fastify';
import {
  type OrganizationCache,
  type User,
  ownLanguage,
  usualLanguage,
} from '../../core/organization/index.ts';
import { textsIn, type Texts } from '../../lib/i18n/i18n.ts';
import { wishedLanguage } from '../../lib/i18n/wished-language.ts';

/**
 * The language chosen by a signed-in user, else the one preferred by the browser, else that of the organization, if it is
 * supported; else English.
 */
export function textsFor({ headers }: FastifyRequest, cache?: OrganizationCache, user?: User): Texts {
  const chosen = user && ownLanguage(user);
  const usual = cache && usualLanguage(cache);
  return textsIn[chosen ?? wishedLanguage(headers['accept-language']) ?? usual ?? 'en'];
}
