/** Validates values of settings beyond their types. */
import {
  userSettingChoices,
  userSettingDefaults,
  userSettingFields,
  type StoredUserSettings,
  type UpdateSettingsDefaultsParams,
} from '../../../../wire/settings.ts';
import { apiError } from '../../lib/errors.ts';
import { isTimeZone } from '../../lib/i18n/time-zone.ts';
import { keysIn } from '../../lib/objects.ts';

const longestBatching = 7 * 24 * 3600;
const names = keysIn(userSettingFields);

/**
 * The settings in a request that differ from the current values.
 * @throws ApiError for an invalid value
 */
export function changedSettings(
  now: StoredUserSettings,
  given: UpdateSettingsDefaultsParams,
): GivenSetting[] {
  return givenSettings(given).filter(([name, value]) => value !== now[name]);
}

type GivenSetting = [keyof StoredUserSettings, boolean | number | string];

/** The settings in a request. @throws ApiError for an invalid value */
export function givenSettings(given: UpdateSettingsDefaultsParams): GivenSetting[] {
  checkSettings(given);
  return names.flatMap((name): GivenSetting[] => {
    const value = given[name];
    // COMPAT(python library): the default sound of the existing server, which is in its examples.
    if (name === 'notification_sound' && value === 'zulip') return [[name, userSettingDefaults[name]]];
    return value === undefined ? [] : [[name, value]];
  });
}

function checkSettings(given: UpdateSettingsDefaultsParams): void {
  const { default_language, notification_sound, web_font_size_px, web_line_height_percent } = given;
  const batching = given.email_notifications_batching_period_seconds;
  if (default_language !== undefined && languageName(default_language) === undefined)
    throw apiError('settings.invalid-language');
  if (notification_sound !== undefined && !sounds.has(notification_sound))
    throw apiError('settings.invalid-sound', { sound: notification_sound });
  if (batching !== undefined && (batching <= 0 || batching > longestBatching))
    throw apiError('settings.invalid-batching', { seconds: batching });
  checkBetween('web_font_size_px', web_font_size_px, 6, 72);
  checkBetween('web_line_height_percent', web_line_height_percent, 50, 400);
}

const sounds: ReadonlySet<string> = new Set([
  ...userSettingChoices.available_notification_sounds,
  'none',
  'zulip',
]);

function checkBetween(name: string, value: number | undefined, least: number, most: number): void {
  if (value !== undefined && (value < least || value > most))
    throw apiError('parameters.out-of-range', { name, least, most });
}

/** @returns the name of the language in the language itself; undefined for an unknown code */
export function languageName(code: string): string | undefined {
  try {
    return new Intl.DisplayNames([code], { type: 'language', fallback: 'none' }).of(code);
  } catch {
    return undefined;
  }
}

/** @throws ApiError for an unknown time zone */
export function checkTimezone(name: string): void {
  if (!isTimeZone(name)) throw apiError('settings.invalid-timezone');
}
