import assert from 'node:assert/strict';
import test from 'node:test';
import type { CustomProfileField } from '../../../../wire/profile-fields.ts';
import { getChoices, peopleIn } from './profile-values.ts';

const field = (field_data: string): CustomProfileField => ({
  id: 1,
  name: 'Craft',
  type: 3,
  hint: '',
  field_data,
  order: 0,
  required: false,
  editable_by_user: true,
});

test('Profile choices are shown in their own order, not that of their keys', () => {
  const data = {
    a: { text: 'Weaving', order: '2' },
    b: { text: 'Dyeing', order: '10' },
    c: { text: 'Spinning', order: '1' },
  };
  const texts = getChoices(field(JSON.stringify(data))).map(({ text }) => text);
  assert.deepEqual(texts, ['Spinning', 'Weaving', 'Dyeing']);
});

test('Invalid profile data offers no choices and names no users', () => {
  assert.deepEqual(getChoices(field('')), []);
  assert.deepEqual(peopleIn('not a list'), []);
  assert.deepEqual(peopleIn('[8, 9]'), [8, 9]);
});
