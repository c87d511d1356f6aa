/** What a person's card tells, in words. */
import type { Role } from '../../../wire/core.ts';
import type { CustomProfileField } from '../../../wire/profile-fields.ts';
import type { User } from '../../../wire/users.ts';
import type { Live } from '../store/live.ts';
import { personName } from './names.ts';
import { clockOf } from './preferences.ts';
import { t } from './text.ts';
import { timeOf } from './times.ts';

export const roleText = {
  100: 'profile.owner',
  200: 'profile.administrator',
  300: 'profile.moderator',
  400: 'profile.member',
  600: 'profile.guest',
} as const satisfies Record<Role, string>;

export const roleName = (user: User): string =>
  user.is_bot ? t('people.bot') : user.is_active ? t(roleText[user.role]) : t('profile.deactivated');

/** What the clock there shows; undefined where it is not known or does not differ. */
export function localTime(live: Live, user: User, now: number): string | undefined {
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (user.timezone === '' || user.timezone === here) return undefined;
  try {
    return timeOf(now, { ...clockOf(live), timeZone: user.timezone });
  } catch {
    return undefined;
  }
}

export type ProfileLine = { id: number; name: string; text: string; url?: string };

/** The organization's own fields, where they are filled in. */
export function profileLines(live: Live, user: User): ProfileLine[] {
  const values = new Map(Object.entries(user.profile_data ?? {}));
  return [...live.get('profileFields').values()].flatMap((field): ProfileLine[] => {
    const value = values.get(String(field.id))?.value ?? '';
    return value === '' ? [] : [{ id: field.id, name: field.name, ...shown(live, field, value) }];
  });
}

const dropdown = 3;
const link = 5;
const people = 6;

function shown(live: Live, field: CustomProfileField, value: string): { text: string; url?: string } {
  if (field.type === people) {
    const ids = parse(value);
    const names = Array.isArray(ids) ? ids.map((id) => personName(live, Number(id))) : [];
    return { text: names.join(', ') };
  }
  if (field.type === dropdown) {
    const choices = parse(field.field_data) as Record<string, { text?: string } | undefined> | undefined;
    return { text: choices?.[value]?.text ?? value };
  }
  return field.type === link && /^https?:\/\//.test(value) ? { text: value, url: value } : { text: value };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
