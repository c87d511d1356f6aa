import assert from 'node:assert/strict';
import test from 'node:test';
import type { CustomProfileField } from '../../../../wire/profile-fields.ts';
import { getDraft, emptyDraft, fieldParams, isComplete, newKey } from './field-data.ts';
import { getChoices, peopleIn } from './profile-values.ts';

const dropdown: CustomProfileField = {
  id: 3,
  name: 'Craft',
  type: 3,
  hint: 'What you do most',
  field_data: JSON.stringify({
    '4': { text: 'Dyeing', order: '2' },
    '7': { text: 'Weaving', order: '1' },
  }),
  order: 0,
  required: true,
  editable_by_user: true,
};

test('Field choices keep their keys when texts and order change', () => {
  const draft = getDraft(dropdown);
  assert.deepEqual(draft.choices, [
    { key: '7', text: 'Weaving' },
    { key: '4', text: 'Dyeing' },
  ]);
  const [weaving, dyeing] = draft.choices;
  assert.ok(weaving && dyeing);
  const choices = [{ ...dyeing, text: ' Dyeing wool ' }, weaving, { key: newKey(draft.choices), text: '' }];
  assert.deepEqual(fieldParams({ ...draft, choices }).field_data, {
    '4': { text: 'Dyeing wool', order: '1' },
    '7': { text: 'Weaving', order: '2' },
  });
});

test('A new field choice has an unused key', () => {
  assert.equal(newKey(getDraft(dropdown).choices), '8');
  assert.equal(newKey([]), '0');
  assert.equal(newKey([{ key: 'a', text: 'A' }]), '0');
});

test('External accounts of known types have preset names', () => {
  const draft = { ...emptyDraft, type: 7, account: 'github', name: 'ignored' } as const;
  const params = fieldParams(draft);
  assert.ok(!('name' in params) && !('hint' in params));
  assert.deepEqual(params.field_data, { subtype: 'github' });
  assert.ok(isComplete({ ...draft, name: '' }));
});

test('The field form hides inputs that its type does not have', () => {
  const people = { ...emptyDraft, type: 6, name: 'Mentor', isInSummary: true, isForMatching: true } as const;
  const params = fieldParams(people);
  assert.equal(params.display_in_profile_summary, false);
  assert.equal(params.use_for_user_matching, false);
  assert.ok(!('field_data' in params));
});

test('A field is complete with a name and the data its type requires', () => {
  assert.equal(isComplete(emptyDraft), false);
  assert.equal(isComplete({ ...emptyDraft, name: 'Pronouns', type: 8 }), true);
  assert.equal(isComplete({ ...emptyDraft, name: 'Craft', type: 3 }), false);
  assert.equal(isComplete({ ...emptyDraft, name: 'Shop', type: 7 }), false);
  const urlPattern = 'https://shop.example/%(username)s';
  assert.equal(isComplete({ ...emptyDraft, name: 'Shop', type: 7, urlPattern }), true);
});

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
