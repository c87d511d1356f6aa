/** Building blocks of all other schemas. Imports nothing from this repository. */
import Type, { type Static, type TObject, type TOptional, type TProperties, type TSchema } from 'typebox';

export { Type };
export type { Static, TObject, TOptional, TProperties, TSchema };

/** An object without unknown fields; all our responses and events are exact. */
export const Exact = <P extends TProperties>(properties: P) =>
  Type.Object(properties, { additionalProperties: false });

/** The response of a `GET` that sends an image instead of JSON. */
export const PictureResponse = Type.Object({}, { contentMediaType: 'image/*' });

/** The response of a `GET` that sends a file of one of these media types instead of JSON. */
export const DownloadResponse = (types: readonly string[]) => Type.Object({}, { downloads: types });

/** A response without fields of its own. */
export const EmptyResponse = Exact({});
export type EmptyResponse = Static<typeof EmptyResponse>;

export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/** Additional annotations of a parameter's schema. */
export interface ParameterOptions extends Record<string, unknown> {
  /** The error message for an invalid value, with `{name}` and `{value}`. */
  complaint?: string;
  /** The suffix of the parameter's name in error messages about invalid JSON. */
  jsonAt?: string;
}

/** Used for parameters for which clients expect an error message without a reason. */
export const terse = { complaint: 'Invalid {name}' } as const satisfies ParameterOptions;

/**
 * A parameter that may be a string or another type. Parsed as JSON if that results in one of its types, otherwise
 * used as a plain string: `17`, `[1,2]`, `"general"` and `general` are all accepted.
 */
export const JsonOrBare = <T extends TSchema[]>(types: [...T], options: ParameterOptions = {}) =>
  Type.Union(types, { ...options, jsonEncoded: true });

/** An enumeration of strings. */
export const OneOf = <Words extends string[]>(words: readonly [...Words], options: ParameterOptions = {}) =>
  Type.Enum<Words>(words, { type: 'string', ...options });

export const OneOfIntegers = <Numbers extends number[]>(
  numbers: readonly [...Numbers],
  options: ParameterOptions = {},
) => Type.Enum<Numbers>(numbers, { type: 'integer', ...options });

/** Valid events for tests, by type and description. */
export type Examples<Events extends Readonly<Record<string, TSchema>>> = {
  readonly [T in keyof Events]: Readonly<Record<string, Static<Events[T]>>>;
};

/** The same properties, all of them optional. */
export const optional = <P extends TProperties>(properties: P) =>
  Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, Type.Optional(schema)])) as {
    [Name in keyof P]: TOptional<P[Name]>;
  };

/** The same properties under prefixed names: `name` becomes `realm_name`. */
export const prefixed = <Prefix extends string, P extends TProperties>(prefix: Prefix, properties: P) =>
  Object.fromEntries(Object.entries(properties).map(([name, schema]) => [prefix + name, schema])) as {
    [Name in keyof P & string as `${Prefix}${Name}`]: P[Name];
  };

/** The same schema for each of several names. */
export const getEach = <Names extends readonly string[], T extends TSchema>(names: Names, schema: T) =>
  Object.fromEntries(names.map((name) => [name, schema])) as { [Name in Names[number]]: T };

/** A text that is not blank. */
export const nonBlank = '\\S';
export const NonBlank = Type.String({ pattern: nonBlank });

export const Id = Type.Integer({ minimum: 0 });

export const Ids = Type.Array(Id);

/** A colour as `#rrggbb`, lower case. */
export const Colour = Type.String({ pattern: '^#[0-9a-f]{6}$' });

/** Seconds since 1970, UTC. */
export const UnixSeconds = Type.Integer();

/** The value of a permission: a named group, or an anonymous one. */
export const GroupSetting = Type.Union([
  Type.Integer(),
  Exact({ direct_members: Type.Array(Type.Integer()), direct_subgroups: Type.Array(Type.Integer()) }),
]);
export type GroupSetting = Static<typeof GroupSetting>;

/** A new value of a permission; refused if `old` is given and is not the current value. */
export const GroupSettingChange = Exact({ new: GroupSetting, old: Type.Optional(GroupSetting) });
export type GroupSettingChange = Static<typeof GroupSettingChange>;

/** Groups that follow from roles. */
export const systemGroups = [
  'role:internet',
  'role:everyone',
  'role:members',
  'role:fullmembers',
  'role:moderators',
  'role:administrators',
  'role:owners',
  'role:nobody',
] as const;
export type SystemGroup = (typeof systemGroups)[number];

/** How these groups are called in the interface. */
export const systemGroupTitles: Readonly<Record<string, string>> = {
  'role:internet': 'Everyone on the internet',
  'role:everyone': 'Everyone',
  'role:members': 'Members',
  'role:fullmembers': 'Full members',
  'role:moderators': 'Moderators',
  'role:administrators': 'Administrators',
  'role:owners': 'Owners',
  'role:nobody': 'Nobody',
} satisfies Record<SystemGroup, string>;

export const roles = { owner: 100, administrator: 200, moderator: 300, member: 400, guest: 600 } as const;
export type Role = (typeof roles)[keyof typeof roles];
export const RoleSchema = OneOfIntegers([100, 200, 300, 400, 600]);

/** Limits that `/register` states and the server enforces, in Unicode code points unless noted. */
export const limits = {
  messageLength: 10_000,
  topicLength: 60,
  channelNameLength: 60,
  channelDescriptionLength: 1024,
  channelFolderNameLength: 60,
  channelFolderDescriptionLength: 1024,
  reminderNoteLength: 500,
  fullNameLeast: 2,
  fullNameLength: 100,
  organizationNameLength: 40,
  groupNameLength: 100,
  groupDescriptionLength: 1024,
  bulkNewSubscriptionMessages: 500,
  uploadMebibytes: 100,
  avatarMebibytes: 5,
  emojiMebibytes: 5,
  iconMebibytes: 5,
  logoMebibytes: 5,
} as const;

/** The feature level this server promises (see docs/adr). */
export const featureLevel = 496;
export const compatibleVersion = '12.1';

/** Sent to clients that do not support empty topic names. */
export const emptyTopicDisplayName = 'general chat';
