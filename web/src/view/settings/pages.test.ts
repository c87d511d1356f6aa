import assert from 'node:assert/strict';
import test from 'node:test';
import { permissionSettings } from '../../../../wire/permissions.ts';
import { userSettingFields } from '../../../../wire/settings.ts';
import { UpdateOrganizationParams } from '../../../../wire/update-organization.ts';
import { loadSettingsTexts, t } from '../text/text.ts';
import { notificationRows } from './personal.ts';
import { pages } from './pages.ts';
import type { Setting, Source } from './setting.ts';
import { searchSettings } from './search.ts';

await loadSettingsTexts();

const shown = pages.flatMap(({ sections }) => sections.flatMap(({ settings }) => settings));
const ofTable = notificationRows.flatMap(({ ways }) => ways);
const getNames = (source: Source): string[] =>
  shown.filter((setting) => setting.source === source).map(({ name }) => name);
const sorted = (names: readonly string[]): string[] => [...names].sort();

/** Settings that an organization can send but that have no effect, or only one value. */
const fixed = ['authentication_methods', 'string_id', 'default_avatar_source'];

/** Stored for other clients: a control for them would have no effect here. docs/api.md lists them with the reasons. */
const withoutEffect = {
  personal: [
    'enable_marketing_emails',
    'left_side_userlist',
    'realm_name_in_email_notifications_policy',
    'web_animate_image_previews',
    'web_suggest_update_timezone',
  ],
  organization: [
    'can_manage_billing_group',
    'require_e2ee_push_notifications',
    'workplace_users_group',
    // COMPAT(the wire): there a channel is a stream.
    'zulip_update_announcements_stream_id',
  ],
};
const personalNames = Object.keys(userSettingFields).filter((name) => !withoutEffect.personal.includes(name));

test('Every personal setting that takes effect has one control', () => {
  assert.deepEqual(sorted([...getNames('personal'), ...ofTable]), sorted(personalNames));
});

test('Every personal setting that takes effect has a default for new users', () => {
  assert.deepEqual(sorted([...getNames('defaults'), ...ofTable]), sorted(personalNames));
});

test('Every organization setting that takes effect has one control', () => {
  const absent = [...fixed, ...withoutEffect.organization];
  const all = Object.keys(UpdateOrganizationParams.properties).filter((name) => !absent.includes(name));
  assert.deepEqual(sorted(getNames('organization')), sorted(all));
});

test('Every organization permission that takes effect has a group selector', () => {
  const permissions = shown.filter(({ kind }) => kind === 'permission').map(({ name }) => name);
  const all = Object.keys(permissionSettings.realm);
  assert.deepEqual(
    sorted(permissions),
    sorted(all.filter((name) => !withoutEffect.organization.includes(name))),
  );
});

test('Labels on a settings page are unique', () => {
  for (const { id, sections } of pages) {
    const labels = sections.flatMap(({ settings }) => settings.map(({ label }: Setting) => t(label)));
    assert.equal(new Set(labels).size, labels.length, id);
  }
});

await loadSettingsTexts();

const found = (query: string): string[] => searchSettings(pages, query).map(({ page }) => page.id);

test('A settings search finds a setting by part of its label, in any case', () => {
  assert.deepEqual(found('THEME'), ['settings/preferences', 'organization/general', 'organization/defaults']);
});

test('A settings search requires every word', () => {
  assert.ok(found('direct conversations').includes('organization/permissions'));
  assert.deepEqual(found('direct zebra'), []);
});

test('A settings search finds a page by its title', () => {
  assert.ok(found('for new people').includes('organization/defaults'));
});

test('A settings search returns only matches', () => {
  const [first] = searchSettings(pages, 'theme');
  assert.deepEqual(first?.texts, ['Theme']);
});
