import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CustomProfileField } from '../../../../wire/profile-fields.ts';
import { response, ben, cat, person } from '../../store/examples.ts';
import { createLive } from '../../store/live.ts';
import { localTime, ownerLines, profileLines, roleName } from './profile.ts';

const field = (id: number, type: CustomProfileField['type'], rest: Partial<CustomProfileField> = {}) => ({
  id,
  name: `Field ${id}`,
  type,
  hint: '',
  field_data: '',
  order: id,
  required: false,
  editable_by_user: true,
  ...rest,
});

const live = createLive(
  response({
    custom_profile_fields: [
      field(1, 1),
      field(2, 3, { field_data: JSON.stringify({ a: { text: 'Weaver', order: '1' } }) }),
      field(3, 5),
      field(4, 6),
      field(5, 2),
    ],
  }),
);

test('Profile fields are shown in order and formatted, without empty ones', () => {
  const profile_data = {
    4: { value: JSON.stringify([cat]) },
    3: { value: 'javascript:alert(1)' },
    2: { value: 'a' },
    1: { value: 'Bobbin' },
    5: { value: '' },
  };
  const lines = profileLines(live, { ...person(ben, 'Ben Bo'), profile_data });
  assert.deepEqual(
    lines.map(({ text, url }) => [text, url]),
    [
      ['Bobbin', undefined],
      ['Weaver', undefined],
      ['javascript:alert(1)', undefined],
      ['Cat Cho', undefined],
    ],
  );
});

test('A profile shows dates in words, links to external accounts and rendered Markdown', () => {
  const fields = [
    field(1, 4),
    field(2, 7, { field_data: JSON.stringify({ subtype: 'github' }) }),
    field(3, 7, {
      field_data: JSON.stringify({ subtype: 'custom', url_pattern: 'javascript:%(username)s' }),
    }),
    field(4, 2),
  ];
  const github = { text: 'GitHub', name: 'GitHub', hint: '', url_pattern: 'https://github.com/%(username)s' };
  const there = createLive(
    response({ custom_profile_fields: fields, realm_default_external_accounts: { github } }),
  );
  const profile_data = {
    1: { value: '1990-04-01' },
    2: { value: 'a/b $&' },
    3: { value: 'alert(1)' },
    4: { value: '**looms**', rendered_value: '<p><strong>looms</strong></p>' },
  };
  assert.deepEqual(
    profileLines(there, { ...person(ben, 'Ben Bo'), profile_data }).map(({ text, url, html }) => [
      text,
      url,
      html,
    ]),
    [
      ['April 1, 1990', undefined, undefined],
      ['a/b $&', 'https://github.com/a%2Fb%20%24%26', undefined],
      ['alert(1)', undefined, undefined],
      ['**looms**', undefined, '<p><strong>looms</strong></p>'],
    ],
  );
});

test('The profile of a bot shows its owner', () => {
  assert.deepEqual(ownerLines(live, person(ben, 'Ben Bo')), []);
  const bot = { ...person(ben, 'Loom'), is_bot: true, bot_owner_id: cat };
  assert.deepEqual(
    ownerLines(live, bot).map(({ text }) => text),
    ['Cat Cho'],
  );
});

test('A profile shows the role, or that the account is deactivated', () => {
  assert.equal(roleName({ ...person(ben, 'Ben Bo'), role: 200 }), 'Administrator');
  assert.equal(roleName({ ...person(ben, 'Ben Bo'), is_active: false }), 'Deactivated');
});

test('A profile shows the local time if the time zone is known', () => {
  const there = { ...person(ben, 'Ben Bo'), timezone: 'Pacific/Kiritimati' };
  assert.equal(localTime(live, there, 1_767_323_000), '5:03 PM');
  assert.equal(localTime(live, { ...there, timezone: '' }, 0), undefined);
  assert.equal(localTime(live, { ...there, timezone: 'Nowhere/Land' }, 0), undefined);
});
