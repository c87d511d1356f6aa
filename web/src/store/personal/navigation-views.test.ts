import assert from 'node:assert/strict';
import { test } from 'node:test';
import { after, start } from '../examples.ts';

test('The store’s navigation views follow additions, changes and removals', () => {
  const view = { fragment: 'narrow/is/dm', is_pinned: true, name: 'Direct' };
  const state = after(
    start({ navigation_views: [{ fragment: 'inbox', is_pinned: false, name: null }] }),
    { type: 'navigation_view', op: 'add', navigation_view: view },
    { type: 'navigation_view', op: 'update', fragment: 'narrow/is/dm', data: { name: 'Private' } },
    { type: 'navigation_view', op: 'remove', fragment: 'inbox' },
  );
  assert.deepEqual([...state.navigationViews.values()], [{ ...view, name: 'Private' }]);
});
