/** The text of a message for spectators. */
import type { Language } from '../../lib/i18n/i18n.ts';
import { dateLocale, textsIn } from '../../lib/i18n/i18n.ts';
import { standaloneHtml, type StandaloneContext } from '../../lib/markdown/standalone/standalone.ts';
import type { Secrets } from '../../lib/secrets.ts';
import type { OrganizationCache } from '../organization/index.ts';
import { publicName } from './names.ts';

/** Made when first needed, since they load 5 MB of locale data. */
const formats = new Map<Language, Intl.DateTimeFormat>();

function makeFormat(language: Language): Intl.DateTimeFormat {
  const options = { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' } as const;
  const made = new Intl.DateTimeFormat(dateLocale(language), options);
  formats.set(language, made);
  return made;
}

/** A date and time in UTC, marked as such. */
const publicTime = (language: Language, moment: Date): string =>
  `${(formats.get(language) ?? makeFormat(language)).format(moment)} UTC`;

/** @param origin In front of all addresses, for readers outside a page of ours. */
export function publicContext(
  server: { secrets: Secrets },
  cache: OrganizationCache,
  language: Language,
  origin = '',
): StandaloneContext {
  return {
    userName(id) {
      const user = cache.users.get(id);
      return user && publicName(server, cache, user);
    },
    formatTime: (moment) => publicTime(language, moment),
    spoiler: textsIn[language]('public.spoiler'),
    origin,
  };
}

/** HTML with present names, without what only the client can show. */
export const publicContent = (rendered: string, context: StandaloneContext): string =>
  standaloneHtml(rendered, context);
