/** A user's values of custom profile fields. */
import type { CustomProfileField } from '../../../../wire/profile-fields.ts';
import type { User } from '../../../../wire/users.ts';

/** The control for a field. */
export type FieldInput = 'text' | 'paragraph' | 'choice' | 'date' | 'link' | 'people';

const inputs: Record<CustomProfileField['type'], FieldInput> = {
  1: 'text',
  2: 'paragraph',
  3: 'choice',
  4: 'date',
  5: 'link',
  6: 'people',
  7: 'text',
  8: 'text',
};

export const getInput = ({ type }: CustomProfileField): FieldInput => inputs[type];

/** Empty without a value. */
export const valueIn = (user: User | undefined, fieldId: number): string =>
  Object.entries(user?.profile_data ?? {}).find(([id]) => id === String(fieldId))?.[1].value ?? '';

/** Choices of a dropdown in their order; empty if the data are invalid. */
export function getChoices({ field_data }: CustomProfileField): { value: string; text: string }[] {
  const choices = parse(field_data) as Record<string, { text: string; order: string } | undefined>;
  return Object.entries(choices)
    .flatMap(([value, choice]) => (choice === undefined ? [] : [{ value, ...choice }]))
    .sort((a, b) => Number(a.order) - Number(b.order))
    .map(({ value, text }) => ({ value, text }));
}

/** User IDs of a field of type "user". */
export function peopleIn(value: string): number[] {
  const ids = parse(value);
  return Array.isArray(ids) ? ids.map(Number).filter(Number.isInteger) : [];
}

function parse(json: string): object {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
