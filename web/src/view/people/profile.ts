/** Texts of the user card. */
import type { Role } from '../../../../wire/core.ts';
import type { CustomProfileField } from '../../../../wire/profile-fields.ts';
import type { User } from '../../../../wire/users.ts';
import type { Live } from '../../store/live.ts';
import { personName } from '../narrow/names.ts';
import { getClock } from '../preferences/preferences.ts';
import { joinNames } from '../text/list.ts';
import { t } from '../text/text.ts';
import { calendarDay, toTime } from '../text/times.ts';

export const roleText = {
  100: 'profile.owner',
  200: 'profile.administrator',
  300: 'profile.moderator',
  400: 'profile.member',
  600: 'profile.guest',
} as const satisfies Record<Role, string>;

export const roleName = (user: User): string =>
  user.is_bot ? t('people.bot') : user.is_active ? t(roleText[user.role]) : t('profile.deactivated');

/** Local time of the user; undefined if unknown or the same. */
export function localTime(live: Live, user: User, now: number): string | undefined {
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (user.timezone === '' || user.timezone === here) return undefined;
  try {
    return toTime(now, { ...getClock(live), timeZone: user.timezone });
  } catch {
    return undefined;
  }
}

/** `html` is rendered by the server. */
export type ProfileLine = { id: number; name: string; text: string; url?: string; html?: string };

/** Custom profile fields with a value. */
export function profileLines(live: Live, user: User): ProfileLine[] {
  const values = new Map(Object.entries(user.profile_data ?? {}));
  return [...live.get('profileFields').values()].flatMap((field): ProfileLine[] => {
    const { value = '', rendered_value: html } = values.get(String(field.id)) ?? {};
    if (value === '') return [];
    const line = { id: field.id, name: field.name, ...shown(live, field, value) };
    return [html === undefined ? line : { ...line, html }];
  });
}

/** The owner of a bot. */
export function ownerLines(live: Live, { bot_owner_id: id }: User): ProfileLine[] {
  return id === null ? [] : [{ id: -3, name: t('profile.botOwner'), text: personName(live, id) }];
}

const dropdown = 3;
const date = 4;
const link = 5;
const people = 6;
const externalAccount = 7;

function shown(live: Live, field: CustomProfileField, value: string): { text: string; url?: string } {
  if (field.type === people) {
    const ids = parse(value);
    const names = Array.isArray(ids) ? ids.map((id) => personName(live, Number(id))) : [];
    return { text: joinNames(names) };
  }
  if (field.type === dropdown) {
    const choices = parse(field.field_data) as Record<string, { text?: string } | undefined> | undefined;
    return { text: choices?.[value]?.text ?? value };
  }
  if (field.type === date) return { text: calendarDay(value, getClock(live)) };
  if (field.type === externalAccount) return { text: value, ...accountUrl(live, field, value) };
  return field.type === link && /^https?:\/\//.test(value) ? { text: value, url: value } : { text: value };
}

/** Known sites have the server's URL pattern, others their own. */
function accountUrl(live: Live, { field_data }: CustomProfileField, value: string): { url?: string } {
  const { subtype = '', url_pattern: own } = (parse(field_data) ?? {}) as Record<string, string | undefined>;
  const known = new Map(Object.entries(live.get('organization').realm_default_external_accounts ?? {}));
  const pattern = known.get(subtype)?.url_pattern ?? own ?? '';
  const url = pattern.replace('%(username)s', () => encodeURIComponent(value));
  return /^https?:\/\//.test(url) ? { url } : {};
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
