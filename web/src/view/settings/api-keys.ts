/** A named API key in the settings. */
import type { ApiKeyScope, NamedApiKey } from '../../../../wire/api-keys.ts';
import type { Live } from '../../store/live.ts';
import { joinFacts, joinNames } from '../text/list.ts';
import { t } from '../text/text.ts';
import { toDay } from '../text/times.ts';
import { getClock } from '../preferences/preferences.ts';

/** `full`, which includes those before it, and what only keys with much access may have. */
export const scopeChoices: readonly ApiKeyScope[] = ['read', 'send', 'administer', 'full', 'lasting_access'];

const mayLast = (scopes: readonly ApiKeyScope[]): boolean =>
  scopes.includes('administer') || scopes.includes('full');

/** Whether a scope can be chosen beside others. */
export const isOffered = (scope: ApiKeyScope, chosen: readonly ApiKeyScope[]): boolean =>
  scope !== 'lasting_access' || mayLast(chosen);

/** `full` excludes the scopes that it includes. Lasting access ends with the scope that it needs. */
export function withScope(chosen: readonly ApiKeyScope[], scope: ApiKeyScope, isOn: boolean): ApiKeyScope[] {
  const others = chosen.filter((one) => one !== scope);
  const fits = (one: ApiKeyScope) =>
    one === 'lasting_access' || scope === 'lasting_access' || (one !== 'full' && scope !== 'full');
  const next = isOn ? [...others.filter(fits), scope] : others;
  return mayLast(next) ? next : next.filter((one) => one !== 'lasting_access');
}

/** The limit of the server. */
export const longestName = 60;

export const scopeName = (scope: ApiKeyScope): string => t(`apiKeys.scope.${scope}`);

/** Scopes, channel, expiry and last use. */
export function describeKey(live: Live, key: NamedApiKey, now: number): string {
  const day = (seconds: number) => toDay(seconds, now, getClock(live));
  const { expires_at: expiresAt, last_used_at: usedAt, channel_id: channelId } = key;
  const channel = channelId === null ? undefined : live.get('channels').get(channelId)?.name;
  return joinFacts([
    joinNames(key.scopes.map(scopeName)),
    channelId !== null && (channel === undefined ? t('apiKeys.oneChannel') : `#${channel}`),
    expiresAt !== null &&
      t(expiresAt > now ? 'apiKeys.expires' : 'apiKeys.expired', { when: day(expiresAt) }),
    usedAt === null ? t('passkeys.unused') : t('settings.sessionSeen', { when: day(usedAt) }),
  ]);
}

/** Channels that the key may be restricted to, by name; 0 for all. */
export const channelChoices = (live: Live): { value: number; text: string }[] => [
  { value: 0, text: t('apiKeys.allChannels') },
  ...[...live.get('channels')]
    .filter(([, channel]) => !channel.is_archived)
    .map(([value, { name }]) => ({ value, text: `#${name}` }))
    .sort((a, b) => a.text.localeCompare(b.text)),
];

/** Days; 0 for never. */
export const expiryChoices = (): { value: number; text: string }[] =>
  [30, 90, 365, 0].map((value) => ({
    value,
    text: value === 0 ? t('apiKeys.never') : t('apiKeys.days', { count: value }),
  }));
