import { Suspense } from 'preact/compat';
import { ErrorBoundary } from '../page/error-boundary.tsx';
import { useCommands } from '../page/keyboard.ts';
import { late } from '../page/late.tsx';
import { isHelpOpen, searchMode, type SearchMode } from './state.ts';

const SearchOverlay = late(() => import('./search-overlay.tsx').then((m) => m.SearchOverlay));
const HelpDialog = late(() => import('../help/help-dialog.tsx').then((m) => m.HelpDialog));

/** What lies over the page by a key: the search that is also the switcher, and the sheet of keys. */
export function SearchHost() {
  const open = (mode: SearchMode) => (): boolean => {
    searchMode.value = searchMode.peek() === mode ? undefined : mode;
    return true;
  };
  useCommands({
    search: open('search'),
    switcher: open('switcher'),
    help: () => (isHelpOpen.value = true),
  });
  const mode = searchMode.value;
  return (
    <ErrorBoundary>
      <Suspense fallback={null}>
        {mode !== undefined && <SearchOverlay mode={mode} onClose={() => (searchMode.value = undefined)} />}
        {isHelpOpen.value && <HelpDialog onClose={() => (isHelpOpen.value = false)} />}
      </Suspense>
    </ErrorBoundary>
  );
}
