import assert from 'node:assert/strict';
import test from 'node:test';
import { pages } from './pages.ts';
import { loadSettingsTexts } from '../text/text.ts';
import { searchSettings } from './search.ts';

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
