/** Current values of settings, permission to change them, and choices. */
import type { GroupSetting } from '../../../../wire/core.ts';
import { languages } from '../../../../wire/languages.ts';
import { changedBy } from '../../../../wire/organization-rights.ts';
import type { Live } from '../../store/live.ts';
import { isAdministrator } from '../channels/channel-rights.ts';
import { languageCode, t, type TextKey } from '../text/text.ts';
import type { Setting } from './setting.ts';

export type Value = boolean | number | string | null | GroupSetting;

/** Undefined if the server does not send it. */
export function getValue(live: Live, { source, name }: Pick<Setting, 'source' | 'name'>): Value | undefined {
  const known = source === 'organization' ? live.get('organization') : live.get('personal');
  const fields: object =
    source === 'organization'
      ? known
      : live.get('personal')[source === 'personal' ? 'settings' : 'settingDefaults'];
  const key = source === 'organization' ? `realm_${name}` : name;
  return (fields as Record<string, Value | undefined>)[key];
}

export const isOwner = (live: Live): boolean =>
  live.get('users').get(live.get('own').user_id)?.is_owner === true;

const rights: Readonly<Record<string, string>> = changedBy;

/** Why the person may not change a setting; undefined if they may. */
export function whyNot(live: Live, { source, name }: Setting): TextKey | undefined {
  if (source === 'personal') return undefined;
  if (!isAdministrator(live)) return 'organization.onlyAdministrators';
  const isForOwners = source === 'organization' && rights[name] !== 'administrators';
  return isForOwners && !isOwner(live) ? 'organization.onlyOwners' : undefined;
}

export type Option = { value: number | string; text: string };

/** Values for "no limit" and "no channel" in a list. */
export const noneValue = -1;

/** Choices of a setting, including the current value if it is none of the usual ones. */
export function getOptions(live: Live, setting: Setting, current: Value | undefined): Option[] {
  switch (setting.kind) {
    case 'choice':
    case 'sound':
      return withCurrent(
        setting.choices.map(({ value, label }) => ({ value, text: t(label) })),
        current,
        String,
      );
    case 'language':
      return withCurrent(
        languages.map(({ code, name, origin }) => ({
          value: code,
          text: origin === 'machine' ? t('settings.machineTranslation', { name }) : name,
        })),
        current,
        String,
      );
    case 'seconds':
      return limitOptions(setting.choices, current, durationText);
    case 'days':
      return limitOptions(setting.choices, current, (days) => durationText(days * 86_400));
    case 'channel':
      return channelOptions(live, setting.isPrivate, current);
    case 'weekday':
      return weekdayOptions();
    case 'callProvider':
      return withCurrent(callProviderOptions(live), current, String);
    default:
      return [];
  }
}

function withCurrent(
  options: Option[],
  current: Value | undefined,
  say: (value: number) => string,
): Option[] {
  if (typeof current !== 'number' && typeof current !== 'string') return options;
  if (options.some(({ value }) => value === current)) return options;
  return [...options, { value: current, text: typeof current === 'number' ? say(current) : current }];
}

function limitOptions(
  choices: readonly number[],
  current: Value | undefined,
  say: (value: number) => string,
): Option[] {
  const listed = choices.map((value) => ({ value, text: say(value) }));
  const none = { value: noneValue, text: t('organization.noLimit') };
  const all = withCurrent([...listed, none], current ?? noneValue, say);
  return all.sort((a, b) => rank(a.value) - rank(b.value));
}

const rank = (value: number | string): number =>
  value === noneValue ? Number.POSITIVE_INFINITY : Number(value);

const units = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;

/** "10 minutes", in the largest unit that divides the value. */
export function durationText(seconds: number): string {
  const [unit, size] = units.find(([, length]) => seconds % length === 0) ?? units[3];
  const format = new Intl.NumberFormat(languageCode(), { style: 'unit', unit, unitDisplay: 'long' });
  return format.format(seconds / size);
}

/** 0 is Monday. The list starts with the first day of the week in the user's language. */
export function weekdayOptions(weekday: 'long' | 'short' = 'long'): { value: number; text: string }[] {
  const format = new Intl.DateTimeFormat(languageCode(), { weekday, timeZone: 'UTC' });
  const first = getFirstWeekday(languageCode());
  return Array.from({ length: 7 }, (_, i) => {
    const value = (first + i) % 7;
    return { value, text: format.format(Date.UTC(2024, 0, 1 + value)) };
  });
}

/**
 * Firefox does not implement it.
 * @returns 0 for Monday
 */
function getFirstWeekday(language: string): number {
  const locale: { getWeekInfo?: () => { firstDay: number } } = new Intl.Locale(language);
  return (locale.getWeekInfo?.().firstDay ?? 1) - 1;
}

/** Services for which the server has credentials. */
function callProviderOptions(live: Live): Option[] {
  const providers = Object.values(live.get('organization').realm_available_video_chat_providers ?? {});
  return providers.map(({ id, name }) => ({
    value: id,
    text: id === 0 ? t('organization.noChannel') : name,
  }));
}

function channelOptions(live: Live, isPrivate: boolean, current: Value | undefined): Option[] {
  const channels = [...live.get('channels')]
    .filter(
      ([id, channel]) => id === current || (!channel.is_archived && (!isPrivate || channel.invite_only)),
    )
    .map(([id, channel]) => ({ value: id, text: channel.name }))
    .sort((a, b) => a.text.localeCompare(b.text));
  return [{ value: noneValue, text: t('organization.noChannel') }, ...channels];
}
