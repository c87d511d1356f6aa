import assert from 'node:assert/strict';
import test from 'node:test';
import { permissionSettings } from '../../../../wire/permissions.ts';
import { userSettingFields } from '../../../../wire/settings.ts';
import { UpdateOrganizationParams } from '../../../../wire/update-organization.ts';
import { loadSettingsTexts, t } from '../text/text.ts';
import { notificationRows } from './personal.ts';
import { pages } from './pages.ts';
import type { Setting, Source } from './setting.ts';

await loadSettingsTexts();

const shown = pages.flatMap(({ sections }) => sections.flatMap(({ settings }) => settings));
const ofTable = notificationRows.flatMap(({ ways }) => ways);
const getNames = (source: Source): string[] =>
  shown.filter((setting) => setting.source === source).map(({ name }) => name);
const sorted = (names: readonly string[]): string[] => [...names].sort();

/** What an organization may ask to change, and may not have; or what has one value only. */
const fixed = ['authentication_methods', 'string_id', 'default_avatar_source'];

test('Every personal setting has one control', () => {
  assert.deepEqual(sorted([...getNames('personal'), ...ofTable]), sorted(Object.keys(userSettingFields)));
});

test('Every personal setting has a default for new users', () => {
  assert.deepEqual(sorted([...getNames('defaults'), ...ofTable]), sorted(Object.keys(userSettingFields)));
});

test('Every organization setting has one control', () => {
  const all = Object.keys(UpdateOrganizationParams.properties).filter((name) => !fixed.includes(name));
  assert.deepEqual(sorted(getNames('organization')), sorted(all));
});

test('Every organization permission has a group selector', () => {
  const permissions = shown.filter(({ kind }) => kind === 'permission').map(({ name }) => name);
  assert.deepEqual(sorted(permissions), sorted(Object.keys(permissionSettings.realm)));
});

test('Labels on a settings page are unique', () => {
  for (const { id, sections } of pages) {
    const labels = sections.flatMap(({ settings }) => settings.map(({ label }: Setting) => t(label)));
    assert.equal(new Set(labels).size, labels.length, id);
  }
});
