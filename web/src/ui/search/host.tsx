import { ErrorBoundary } from '../page/error-boundary.tsx';
import { useCommands } from '../page/keyboard.ts';
import { late } from '../page/late.tsx';
import { keepKeys } from '../page/typed-ahead.ts';
import { isHelpOpen, searchMode, type SearchMode } from './state.ts';

const SearchOverlay = late(() => import('./search-overlay.tsx').then((m) => m.SearchOverlay), {
  isAhead: true,
});
const HelpDialog = late(() => import('../help/help-dialog.tsx').then((m) => m.HelpDialog));

/** Overlays that are opened by keys: search and switcher, and the help with all keys. */
export function SearchHost() {
  useCommands({ search: () => toggle('search'), switcher: () => toggle('switcher'), help: openHelp });
  const mode = searchMode.value;
  return (
    <ErrorBoundary>
      {mode !== undefined && <SearchOverlay mode={mode} onClose={closeSearch} />}
      {isHelpOpen.value && <HelpDialog onClose={closeHelp} />}
    </ErrorBoundary>
  );
}

function toggle(mode: SearchMode): true {
  const before = searchMode.peek();
  searchMode.value = before === mode ? undefined : mode;
  if (before === undefined) keepKeys(() => searchMode.peek() !== undefined, closeSearch);
  return true;
}

function openHelp(): true {
  isHelpOpen.value = true;
  keepKeys(() => isHelpOpen.peek() && document.querySelector('dialog[open]') === null, closeHelp);
  return true;
}

const closeSearch = (): void => {
  searchMode.value = undefined;
};

const closeHelp = (): void => {
  isHelpOpen.value = false;
};
