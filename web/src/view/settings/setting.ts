/** A setting as data: its name on the wire, its text, and its values. One control draws them all. */
import type { OrganizationParam } from '../../../../wire/organization-rights.ts';
import type { OrganizationPermission } from '../../../../wire/permissions.ts';
import type { StoredUserSettings } from '../../../../wire/settings.ts';
import type { TextKey } from '../text/text.ts';

/** Whether it is a personal setting, one of the organization, or a default for new users. */
export type Source = 'personal' | 'organization' | 'defaults';

type Choice = { value: number | string; label: TextKey };

/** `inverted` switches are on if the value on the wire is false. */
export type SettingKind =
  | { kind: 'switch'; isInverted: boolean }
  | { kind: 'choice' | 'sound'; choices: readonly Choice[] }
  // `none`: the value for an empty field, which is stored as null.
  | { kind: 'text'; rows: number; longest: number; mayBeEmpty: boolean; none?: string }
  | { kind: 'number'; least: number; most: number }
  | { kind: 'days' | 'seconds'; choices: readonly number[]; never: number | null }
  // The server refuses others.
  | { kind: 'channel'; isPrivate: boolean }
  | { kind: 'language' | 'permission' | 'callProvider' | 'weekday' };

export type Setting = SettingKind & {
  source: Source;
  name: string;
  label: TextKey;
  hint?: TextKey;
  /** It has an effect only where the server sends emails. */
  needsMail?: true;
  /** Whether it changes anything in the person's language; otherwise it is not shown. */
  isNeeded?: () => boolean;
};

export const isNeeded = (setting: Setting): boolean => setting.isNeeded?.() ?? true;

export type Section = { title?: TextKey; settings: readonly Setting[] };

/** Suffix of the text keys after a prefix. */
export type NamesUnder<Prefix extends string, Key = TextKey> = Key extends `${Prefix}.${infer Name}`
  ? Name
  : never;

type Personal = Extract<keyof StoredUserSettings, NamesUnder<'settings'>>;
type Organization = Extract<OrganizationParam, NamesUnder<'organization'>>;
type Permission = Extract<OrganizationPermission, NamesUnder<'organization'>>;

type SettingOptions = Pick<Setting, 'hint' | 'isNeeded' | 'needsMail'>;

const onOff = { kind: 'switch', isInverted: false } as const;

export const personalSwitch = (name: Personal, rest: SettingOptions = {}): Setting => ({
  ...onOff,
  source: 'personal',
  name,
  label: `settings.${name}`,
  ...rest,
});

export const personalChoice = (
  name: Personal,
  choices: readonly (readonly [number | string, TextKey])[],
  rest: SettingOptions = {},
): Setting => ({
  kind: 'choice',
  choices: choices.map(([value, label]) => ({ value, label })),
  source: 'personal',
  name,
  label: `settings.${name}`,
  ...rest,
});

export const personal = (name: Personal, kind: SettingKind, rest: SettingOptions = {}): Setting => ({
  ...kind,
  source: 'personal',
  name,
  label: `settings.${name}`,
  ...rest,
});

export const organization = (name: Organization, kind: SettingKind, rest: SettingOptions = {}): Setting => ({
  ...kind,
  source: 'organization',
  name,
  label: `organization.${name}`,
  ...rest,
});

export const organizationSwitch = (name: Organization, rest: SettingOptions = {}): Setting =>
  organization(name, onOff, rest);

/** The wire has the opposite: what is forbidden. */
export const organizationAllows = (name: Organization, rest: SettingOptions = {}): Setting =>
  organization(name, { kind: 'switch', isInverted: true }, rest);

export const permission = (name: Permission, rest: SettingOptions = {}): Setting => ({
  kind: 'permission',
  source: 'organization',
  name,
  label: `organization.${name}`,
  ...rest,
});

/** The same setting as a default for new users. */
/** Whose language is not known. */
export const forNewcomers = ({ isNeeded: _, ...setting }: Setting): Setting => ({
  ...setting,
  source: 'defaults',
});
