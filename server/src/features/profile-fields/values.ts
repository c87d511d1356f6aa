/** Values of users in the profile fields of the organization. */
import { roles } from '../../../../wire/core.ts';
import {
  profileFieldLimits,
  profileFieldType,
  type CustomProfileField,
  type ProfileFieldType,
  type ProfileValues,
} from '../../../../wire/profile-fields.ts';
import type { Tx } from '../../core/log/index.ts';
import type { OrganizationCache, User } from '../../core/organization/index.ts';
import { audienceAbout, userChanged } from '../../core/users/index.ts';
import { apiError } from '../../lib/errors.ts';
import { renderDescription } from '../../lib/markdown/render.ts';
import { codePoints, isPlainText } from '../../lib/text.ts';
import { getChoices, isWebAddress } from './field-data.ts';
import { noSuchField, getProfileFields } from './queries.ts';

type ValueInput = ProfileValues[number]['value'];

/**
 * Sets and removes values of one user. Callers check permissions, except for fields that only
 * administrators may change.
 */
export async function changeProfile(
  tx: Tx,
  userId: number,
  changes: ProfileValues,
  author: { id: number },
): Promise<void> {
  if (changes.length === 0) return;
  const user = tx.cache.users.get(userId);
  if (!user) throw apiError('users.not-found');
  if (user.isBot) throw apiError('profile-fields.bots-have-none');
  const byAdministrator = (tx.cache.users.get(author.id)?.role ?? roles.guest) <= roles.administrator;
  const fields = new Map((await getProfileFields(tx, tx.orgId)).map((field) => [field.id, field]));
  const values = new Map<CustomProfileField, string | null>();
  for (const { id, value } of changes) {
    const field = fields.get(id);
    if (!field) throw noSuchField(id);
    if (!field.editable_by_user && !byAdministrator) throw apiError('profile-fields.locked');
    values.set(field, checkedValue(tx.cache, field, value));
  }
  for (const [field, value] of values) await changeValue(tx, user, field, value);
}

async function changeValue(
  tx: Tx,
  user: User,
  field: CustomProfileField,
  value: string | null,
): Promise<void> {
  const { id } = field;
  if ((user.profile[id]?.value ?? null) === value) return;
  await tx.q.deleteFrom('profile_value').where('user_id', '=', user.id).where('field_id', '=', id).execute();
  const rendered = value !== null && isMarkdown(field.type) ? renderDescription(value) : null;
  if (value !== null)
    await tx.q
      .insertInto('profile_value')
      .values({ user_id: user.id, field_id: id, value, rendered })
      .execute();
  await tx.touch({ users: [user.id] });
  const custom_profile_field = { id, value, ...(rendered === null ? {} : { rendered_value: rendered }) };
  tx.emit(userChanged({ user_id: user.id, custom_profile_field }), await audienceAbout(tx, user));
}

const isMarkdown = (type: number): boolean =>
  type === profileFieldType.shortText || type === profileFieldType.paragraph;

/** @returns the value to store, null to remove it. @throws ApiError */
export function checkedValue(
  cache: OrganizationCache,
  field: CustomProfileField,
  given: ValueInput,
): string | null {
  if (given === null || given.length === 0) return null;
  const { name } = field;
  if (field.type === profileFieldType.users) return checkedUsers(cache, name, given);
  if (typeof given !== 'string') throw apiError('parameters.not-a-string', { name });
  const value = given.trim();
  if (value === '') return null;
  if (!isPlainText(value)) throw apiError('parameters.invalid-character', { name });
  texts[field.type](value, field);
  return value;
}

function checkedUsers(cache: OrganizationCache, name: string, given: string | number[]): string {
  if (typeof given === 'string') throw apiError('parameters.not-a-list', { name });
  const ids = [...new Set(given)];
  for (const id of ids) {
    const user = cache.users.get(id);
    if (!user || user.isSystem) throw apiError('users.invalid-id', { id });
    if (!user.isActive) throw apiError('users.id-deactivated', { id });
    if (user.isBot) throw apiError('users.id-is-bot', { id });
  }
  return JSON.stringify(ids);
}

type Check = (value: string, field: CustomProfileField) => void;

const atMost =
  (limit: number): Check =>
  (value, { name }) => {
    if (codePoints(value) > limit) throw apiError('parameters.too-long', { name, limit });
  };
const short = atMost(profileFieldLimits.shortLength);

const texts: Readonly<Record<Exclude<ProfileFieldType, 6>, Check>> = {
  [profileFieldType.shortText]: short,
  [profileFieldType.paragraph]: atMost(profileFieldLimits.paragraphLength),
  [profileFieldType.dropdown]: (value, field) => {
    if (!getChoices(field.field_data).has(value))
      throw apiError('profile-fields.invalid-choice', { value, field: field.name });
  },
  [profileFieldType.date]: (value, { name }) => {
    if (!isDate(value)) throw apiError('parameters.not-a-date', { name });
  },
  [profileFieldType.link]: (value, field) => {
    if (!isWebAddress(value)) throw apiError('parameters.not-a-url', { name: field.name });
    atMost(profileFieldLimits.linkLength)(value, field);
  },
  [profileFieldType.externalAccount]: short,
  [profileFieldType.pronouns]: short,
};

/** A valid date such as `2024-02-29`. */
function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
