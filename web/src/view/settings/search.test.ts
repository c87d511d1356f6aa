import assert from 'node:assert/strict';
import test from 'node:test';
import { pages } from './pages.ts';
import { loadLateTexts } from '../text.ts';
import { searchSettings } from './search.ts';

await loadLateTexts();

const found = (query: string): string[] => searchSettings(pages, query).map(({ page }) => page.id);

test('a setting is found by a part of what stands beside it, in any case', () => {
  assert.deepEqual(found('THEME'), ['settings/preferences', 'organization/general', 'organization/defaults']);
});

test('every word of a query has to be there', () => {
  assert.ok(found('direct conversations').includes('organization/permissions'));
  assert.deepEqual(found('direct zebra'), []);
});

test('a page is found by its title', () => {
  assert.ok(found('for new users').includes('organization/defaults'));
});

test('what fits is named, and nothing else', () => {
  const [first] = searchSettings(pages, 'theme');
  assert.deepEqual(first?.texts, ['Theme']);
});
