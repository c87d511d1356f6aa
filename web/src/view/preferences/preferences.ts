/** Personal settings, with defaults until they are loaded. */
import type { UserSettings } from '../../../../wire/settings.ts';
import type { Live } from '../../store/live.ts';
import type { Address } from '../narrow/address.ts';
import { languageCode } from '../text/text.ts';
import { countsToTwelve, type Clock } from '../text/times.ts';

/** One personal setting; undefined if the server does not send it. */
export function preference<Name extends keyof UserSettings>(
  live: Live,
  name: Name,
): UserSettings[Name] | undefined {
  return live.get('personal').settings[name];
}

/** The clock has 24 hours where the language has no other, or the person prefers it. */
export function getClock(live: Live): Clock {
  const locale = languageCode();
  return { locale, hour12: countsToTwelve(locale) && preference(live, 'twenty_four_hour_time') !== true };
}

export const getEmojiSet = (live: Live): UserSettings['emojiset'] => preference(live, 'emojiset') ?? 'google';

export type Theme = 'automatic' | 'dark' | 'light';

export const getTheme = (live: Live): Theme =>
  ({ 1: 'automatic', 2: 'dark', 3: 'light' } as const)[preference(live, 'color_scheme') ?? 1];

const homes = {
  inbox: { screen: 'inbox' },
  recent: { screen: 'recent' },
  all_messages: { screen: 'narrow', narrow: { kind: 'feed' } },
} as const satisfies Record<UserSettings['web_home_view'], Address>;

/** The screen for an address without a path. */
export const getHome = (live: Live): Address => homes[preference(live, 'web_home_view') ?? 'all_messages'];
