/** The text of a message for people without an account. */
import type { Language } from '../../lib/i18n/i18n.ts';
import { textsIn } from '../../lib/i18n/i18n.ts';
import { standaloneHtml, type StandaloneContext } from '../../lib/markdown/standalone/standalone.ts';
import type { Secrets } from '../../lib/secrets.ts';
import type { OrganizationCache } from '../organization/index.ts';
import { publicName } from './names.ts';

/** Of days and times, which are those of UTC. */
const clocks: Readonly<Record<Language, Intl.DateTimeFormat>> = {
  en: clock('en-GB'),
  de: clock('de'),
};

function clock(locale: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
}

/** A moment to be shown, and said to be of UTC. */
const publicTime = (language: Language, moment: Date): string => `${clocks[language].format(moment)} UTC`;

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
