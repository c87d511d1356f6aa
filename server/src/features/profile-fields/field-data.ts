/** The `field_data` of a dropdown (its choices) and of an external account (the URL of accounts). */
import { profileFieldType, type ProfileFieldType } from '../../../../wire/profile-fields.ts';
import { defaultExternalAccounts } from '../../../../wire/server.ts';
import { refuseAboveLimit } from '../../core/limits/index.ts';
import { apiError } from '../../lib/errors.ts';
import { isPlainText } from '../../lib/text.ts';
import { isObject } from '../../lib/objects.ts';
import { parseForeignJson } from '../../lib/json-depth.ts';

type FieldDataInput = Readonly<Record<string, unknown>>;

/** @returns the JSON to store. @throws ApiError */
export function checkedFieldData(type: ProfileFieldType, given: FieldDataInput | undefined): string {
  if (type === profileFieldType.dropdown) return checkedChoices(given ?? {});
  if (type === profileFieldType.externalAccount) return checkedAccount(given ?? {});
  return '';
}

/** Keys of the choices of a dropdown. */
export const getChoices = (fieldData: string): Set<string> => new Set(Object.keys(parsed(fieldData)));

/** The default external account, which has a fixed name. */
export function knownAccount(
  type: number,
  fieldData: FieldDataInput | undefined,
): { name: string } | undefined {
  if (type !== profileFieldType.externalAccount) return undefined;
  const subtype = fieldData?.subtype;
  return typeof subtype === 'string' && isKnown(subtype) ? defaultExternalAccounts[subtype] : undefined;
}

export function parsed(fieldData: string): FieldDataInput {
  const data: unknown = fieldData === '' ? {} : parseForeignJson(fieldData);
  return isObject(data) ? data : {};
}

const isKnown = (subtype: string): subtype is keyof typeof defaultExternalAccounts =>
  Object.hasOwn(defaultExternalAccounts, subtype);

function checkedChoices(given: FieldDataInput): string {
  const choices = Object.entries(given);
  if (choices.length === 0) throw apiError('profile-fields.no-choice');
  refuseAboveLimit('profile-fields.too-many-choices', 0, choices.length);
  const texts = new Set<string>();
  const checked = choices.map(([key, choice]) => {
    if (key.trim() === '') throw apiError('profile-fields.choice-value-blank');
    if (!isPlainText(key)) throw apiError('profile-fields.choice-value-character');
    const { text, order } = checkedChoice(choice);
    if (texts.has(text)) throw apiError('profile-fields.duplicate-choices');
    texts.add(text);
    return [key, { text, order }];
  });
  return JSON.stringify(Object.fromEntries(checked));
}

function checkedChoice(choice: unknown): { text: string; order: string } {
  if (!isObject(choice)) throw apiError('parameters.not-a-dict', { name: 'field_data' });
  const { text, order, ...rest } = choice;
  const [unknown] = Object.keys(rest);
  if (unknown !== undefined) throw apiError('parameters.unexpected', { names: unknown });
  return { text: checkedText('text', text), order: checkedText('order', order) };
}

function checkedText(name: string, value: unknown): string {
  if (value === undefined) throw apiError('parameters.missing-key', { key: name, name: 'field_data' });
  if (typeof value !== 'string') throw apiError('profile-fields.data-not-a-string', { name });
  const text = value.trim();
  if (text === '') throw apiError('profile-fields.data-blank', { name });
  if (!isPlainText(text)) throw apiError('profile-fields.data-character', { name });
  return text;
}

/** Replaced by the user name. */
const placeholder = '%(username)s';

function checkedAccount(given: FieldDataInput): string {
  const subtype = checkedText('subtype', given.subtype);
  if (isKnown(subtype)) return JSON.stringify({ subtype });
  if (subtype !== 'custom') throw apiError('profile-fields.unknown-account-type');
  if (given.url_pattern === undefined) throw apiError('profile-fields.no-url-pattern');
  const pattern = checkedText('url_pattern', given.url_pattern);
  const isOnce = pattern.split(placeholder).length === 2;
  if (!isOnce || !isWebAddress(pattern.replace(placeholder, 'username')))
    throw apiError('profile-fields.malformed-url-pattern');
  return JSON.stringify({ subtype, url_pattern: pattern });
}

/** Clients turn these into links, so only http and https are accepted. */
export function isWebAddress(text: string): boolean {
  if (!/^https?:\/\/[^\s/]/i.test(text) || /[\s\p{Cc}]/u.test(text)) return false;
  return URL.canParse(text);
}
