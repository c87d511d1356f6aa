/** The organization's profile fields, in their order. */
import type { EventOf } from '../../../../wire/events.ts';
import type { CustomProfileField, profileFieldType } from '../../../../wire/profile-fields.ts';
import type { RegisterResponse } from '../../../../wire/register.ts';
import type { User } from '../../../../wire/users.ts';
import { defineNoun } from '../base/noun.ts';
import { without } from '../base/objects.ts';
import type { UserState } from './users.ts';

const dropdown: (typeof profileFieldType)['dropdown'] = 3;

type ProfileFields = Map<number, CustomProfileField>;

type FieldState = UserState & { profileFields: ProfileFields };

const profileFieldsFromRegister = (response: RegisterResponse): ProfileFields =>
  byId(response.custom_profile_fields ?? []);

const byId = (fields: readonly CustomProfileField[]): ProfileFields =>
  new Map(fields.map((field) => [field.id, field]));

function reduceProfileFields(state: FieldState, event: EventOf<'custom_profile_fields'>): void {
  const before = state.profileFields;
  state.profileFields = byId(event.fields);
  for (const field of before.values()) deleteValues(state, field);
}

/** Values are deleted with their field or dropdown choice, without an event for each user. */
function deleteValues({ users, profileFields }: FieldState, { id }: CustomProfileField): void {
  const field = profileFields.get(id);
  if (field && field.type !== dropdown) return;
  const choices = field && (JSON.parse(field.field_data) as Record<string, unknown>);
  for (const user of users.values()) {
    const value = findValue(user, id);
    if (user.profile_data === undefined || value === undefined) continue;
    if (choices === undefined || !Object.hasOwn(choices, value))
      user.profile_data = without(user.profile_data, [String(id)]);
  }
}

const findValue = ({ profile_data }: User, fieldId: number): string | undefined =>
  Object.entries(profile_data ?? {}).find(([id]) => id === String(fieldId))?.[1].value;

export const profileFields = defineNoun({
  keys: ['custom_profile_fields'],
  state: { profileFields: profileFieldsFromRegister },
  reducers: { custom_profile_fields: reduceProfileFields },
});
