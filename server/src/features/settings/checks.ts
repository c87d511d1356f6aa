/** What settings may be beyond their types. */
import {
  userSettingChoices,
  userSettingFields,
  type StoredUserSettings,
  type UpdateSettingsDefaultsParams,
} from '../../../../wire/settings.ts';
import { apiError } from '../../lib/errors.ts';

const longestBatching = 7 * 24 * 3600;
const names = Object.keys(userSettingFields) as (keyof StoredUserSettings)[];

/**
 * Those of the settings that a request gives and that are not so already.
 * @throws ApiError for a value that cannot be.
 */
export function changedSettings(
  now: StoredUserSettings,
  given: UpdateSettingsDefaultsParams,
): GivenSetting[] {
  return givenSettings(given).filter(([name, value]) => value !== now[name]);
}

type GivenSetting = [keyof StoredUserSettings, boolean | number | string];

/** Those that a request gives. @throws ApiError for a value that cannot be. */
export function givenSettings(given: UpdateSettingsDefaultsParams): GivenSetting[] {
  checkSettings(given);
  return names.flatMap((name): GivenSetting[] => {
    const value = given[name];
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

const sounds: ReadonlySet<string> = new Set([...userSettingChoices.available_notification_sounds, 'none']);

function checkBetween(name: string, value: number | undefined, least: number, most: number): void {
  if (value !== undefined && (value < least || value > most))
    throw apiError('parameters.out-of-range', { name, least, most });
}

/** @returns the language's own name for itself, or `undefined` for what is no language. */
export function languageName(code: string): string | undefined {
  try {
    return new Intl.DisplayNames([code], { type: 'language', fallback: 'none' }).of(code);
  } catch {
    return undefined;
  }
}

/** Clients look a zone up by its name as it is written: in another case, or as a mere offset, they do not find it. */
const zoneName = /^[A-Z][\w+-]*(\/[A-Z0-9][\w+-]*)*$/;

function isTimezone(name: string): boolean {
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions();
    const isOnlyCase = timeZone !== name && timeZone.toLowerCase() === name.toLowerCase();
    return zoneName.test(name) && !isOnlyCase;
  } catch {
    return false;
  }
}

/** @throws ApiError for a zone that nobody knows. */
export function checkTimezone(name: string): void {
  if (!isTimezone(name)) throw apiError('settings.invalid-timezone');
}
