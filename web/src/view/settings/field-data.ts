/** Settings of a profile field besides its name: choices of a dropdown, and sites of accounts. */
import type { CustomProfileField, ProfileFieldType } from '../../../../wire/profile-fields.ts';
import { joinNames } from '../text/list.ts';
import { getChoices } from './profile-values.ts';

/** Values of users refer to `key`, which never changes; the text may. */
export type Choice = { key: string; text: string };

export type Draft = {
  type: ProfileFieldType;
  name: string;
  hint: string;
  choices: readonly Choice[];
  /** A known site, or `custom`, for external accounts. */
  account: string;
  urlPattern: string;
  isInSummary: boolean;
  isRequired: boolean;
  isEditable: boolean;
  isForMatching: boolean;
};

export const fieldTypes = [1, 2, 3, 4, 5, 6, 7, 8] as const satisfies readonly ProfileFieldType[];

const dropdown: ProfileFieldType = 3;
const people: ProfileFieldType = 6;
const account: ProfileFieldType = 7;
const shortText: ProfileFieldType = 1;

export const hasChoices = (type: ProfileFieldType): boolean => type === dropdown;
export const isAccount = (type: ProfileFieldType): boolean => type === account;
export const mayBeInSummary = (type: ProfileFieldType): boolean => type !== people;
export const mayMatchPeople = (type: ProfileFieldType): boolean => type === shortText || type === account;

/** Its name and hint are defined by the server. */
export const isKnownAccount = ({ type, account: kind }: Draft): boolean =>
  isAccount(type) && kind !== 'custom';

export const customAccount = 'custom';

export const emptyDraft: Draft = {
  type: shortText,
  name: '',
  hint: '',
  choices: [
    { key: '0', text: '' },
    { key: '1', text: '' },
  ],
  account: customAccount,
  urlPattern: '',
  isInSummary: false,
  isRequired: false,
  isEditable: true,
  isForMatching: false,
};

export function getDraft(field: CustomProfileField): Draft {
  const data = parse(field.field_data);
  const choices = hasChoices(field.type) ? getChoices(field) : [];
  return {
    type: field.type,
    name: field.name,
    hint: field.hint,
    choices: choices.map(({ value, text }) => ({ key: value, text })),
    account: typeof data.subtype === 'string' ? data.subtype : customAccount,
    urlPattern: typeof data.url_pattern === 'string' ? data.url_pattern : '',
    isInSummary: field.display_in_profile_summary === true,
    isRequired: field.required,
    isEditable: field.editable_by_user,
    isForMatching: field.use_for_user_matching === true,
  };
}

/** The choices, or the site, that are stored for a field. */
export function detailsText(stored: string): string {
  const { subtype, url_pattern: pattern, ...choices } = parse(stored);
  const texts = Object.values(choices).flatMap((one) =>
    typeof one === 'object' && one !== null && 'text' in one ? String(one.text) : [],
  );
  const site = subtype === customAccount ? pattern : subtype;
  return joinNames(typeof site === 'string' ? [site, ...texts] : texts);
}

/** A key that no choice has, or had while the choices were being edited. */
export function newKey(choices: readonly Choice[]): string {
  const numbers = choices.map(({ key }) => Number(key)).filter(Number.isInteger);
  return String(Math.max(-1, ...numbers) + 1);
}

/** In the form of the API; choices without a text are left out. */
export function fieldParams(draft: Draft) {
  const known = isKnownAccount(draft);
  return {
    ...(known ? {} : { name: draft.name.trim(), hint: draft.hint.trim() }),
    ...(hasChoices(draft.type) || isAccount(draft.type) ? { field_data: fieldData(draft) } : {}),
    display_in_profile_summary: draft.isInSummary && mayBeInSummary(draft.type),
    required: draft.isRequired,
    editable_by_user: draft.isEditable,
    use_for_user_matching: draft.isForMatching && mayMatchPeople(draft.type),
  };
}

function fieldData({ type, choices, account: subtype, urlPattern }: Draft): Record<string, unknown> {
  if (isAccount(type))
    return subtype === customAccount ? { subtype, url_pattern: urlPattern.trim() } : { subtype };
  const filled = choices.filter(({ text }) => text.trim() !== '');
  return Object.fromEntries(
    filled.map(({ key, text }, place) => [key, { text: text.trim(), order: String(place + 1) }]),
  );
}

export function isComplete(draft: Draft): boolean {
  if (hasChoices(draft.type) && draft.choices.every(({ text }) => text.trim() === '')) return false;
  if (isAccount(draft.type) && draft.account === customAccount && draft.urlPattern.trim() === '')
    return false;
  return isKnownAccount(draft) || draft.name.trim() !== '';
}

function parse(json: string): Record<string, unknown> {
  try {
    return JSON.parse(json === '' ? '{}' : json) as Record<string, unknown>;
  } catch {
    return {};
  }
}
