/** Custom profile fields. */
import { Exact, Id, Ids, Nullable, OneOfIntegers, Type, type Static, type Examples } from './core.ts';
import { NamedChoices } from './register-objects.ts';

export const profileFieldType = {
  shortText: 1,
  paragraph: 2,
  dropdown: 3,
  date: 4,
  link: 5,
  users: 6,
  externalAccount: 7,
  pronouns: 8,
} as const;
export type ProfileFieldType = (typeof profileFieldType)[keyof typeof profileFieldType];

/** Lengths in Unicode code points; and how many fields an organization has, how many of them in the summary, and how many choices. */
export const profileFieldLimits = {
  nameLength: 40,
  hintLength: 80,
  shortLength: 50,
  paragraphLength: 500,
  linkLength: 500,
  inSummary: 2,
} as const;

export const CustomProfileField = Exact({
  id: Id,
  name: Type.String(),
  type: OneOfIntegers([1, 2, 3, 4, 5, 6, 7, 8]),
  hint: Type.String(),
  // JSON with options, or with the kind of an external account; empty for other types.
  field_data: Type.String(),
  // Position among the fields, from 0.
  order: Type.Integer(),
  required: Type.Boolean(),
  editable_by_user: Type.Boolean(),
  // Only present if true.
  display_in_profile_summary: Type.Optional(Type.Boolean()),
  use_for_user_matching: Type.Optional(Type.Boolean()),
});
export type CustomProfileField = Static<typeof CustomProfileField>;

export const ProfileFieldPath = Type.Object({ field_id: Id });

/** GET /realm/profile_fields */
export const GetProfileFieldsResponse = Exact({ custom_fields: Type.Array(CustomProfileField) });

const fieldParams = {
  name: Type.Optional(Type.String()),
  hint: Type.Optional(Type.String()),
  field_data: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  display_in_profile_summary: Type.Optional(Type.Boolean()),
  required: Type.Optional(Type.Boolean()),
  editable_by_user: Type.Optional(Type.Boolean()),
  use_for_user_matching: Type.Optional(Type.Boolean()),
};

/** POST /realm/profile_fields */
export const CreateProfileFieldParams = Type.Object({ field_type: Type.Integer(), ...fieldParams });
export type CreateProfileFieldParams = Static<typeof CreateProfileFieldParams>;
export const CreateProfileFieldResponse = Exact({ id: Id });

/** PATCH /realm/profile_fields/{field_id} */
export const UpdateProfileFieldParams = Type.Object(fieldParams);
export type UpdateProfileFieldParams = Static<typeof UpdateProfileFieldParams>;

/** PATCH /realm/profile_fields: all ids in the new order. */
export const ReorderProfileFieldsParams = Type.Object({ order: Ids });

/** One user's values; null, an empty string and an empty list remove a value. */
export const ProfileValues = Type.Array(
  Type.Object({ id: Id, value: Nullable(Type.Union([Type.String(), Ids])) }),
);
export type ProfileValues = Static<typeof ProfileValues>;

/** PATCH /users/me/profile_data */
export const UpdateProfileDataParams = Type.Object({ data: ProfileValues });
/** DELETE /users/me/profile_data: the fields to clear. */
export const RemoveProfileDataParams = Type.Object({ data: Ids });

/** All fields in order. */
const ProfileFieldsEvent = Exact({
  id: Type.Integer(),
  type: Type.Literal('custom_profile_fields'),
  fields: Type.Array(CustomProfileField),
});

export const profileFieldState = {
  custom_profile_fields: {
    custom_profile_fields: Type.Array(CustomProfileField),
    custom_profile_field_types: NamedChoices,
  },
};

export const profileFieldEvents = { custom_profile_fields: ProfileFieldsEvent };

export const profileFieldExamples: Examples<typeof profileFieldEvents> = {
  custom_profile_fields: {
    'profile fields': {
      id: 1,
      type: 'custom_profile_fields',
      fields: [
        {
          id: 4,
          name: 'Diet',
          type: 3,
          hint: '',
          field_data: '{"a":{"text":"All","order":"1"}}',
          order: 0,
          required: false,
          editable_by_user: true,
          display_in_profile_summary: true,
        },
      ],
    },
  },
};
