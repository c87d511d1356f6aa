import { ErrorBoundary } from '../../kit/error-boundary.tsx';
import { useCommands } from '../../page/keyboard.ts';
import { late } from '../../kit/toasts/late.tsx';
import { keepKeys } from '../../page/typed-ahead.ts';
import { address } from '../../page/location.ts';
import { isHelpOpen, jumpIn, searchMode, type SearchMode } from './state.ts';

const SearchOverlay = late(() => import('./search-overlay.tsx').then((m) => m.SearchOverlay), {
  isAhead: true,
});
const JumpDialog = late(() => import('./jump-dialog.tsx').then((m) => m.JumpDialog));
const HelpDialog = late(() => import('../help/help-dialog.tsx').then((m) => m.HelpDialog));

/** Overlays that are opened by keys: search and switcher, and the help with all keys. */
export function SearchHost() {
  useCommands({
    search: () => toggle('search'),
    switcher: () => toggle('switcher'),
    help: openHelp,
    'jump-to-day': openJump,
  });
  const mode = searchMode.value;
  return (
    <ErrorBoundary>
      {mode !== undefined && <SearchOverlay mode={mode} onClose={closeSearch} />}
      {jumpIn.value && <JumpDialog narrow={jumpIn.value} onClose={closeJump} />}
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

function openJump(): boolean {
  const here = address.peek();
  if (here.screen !== 'narrow') return false;
  jumpIn.value = here.narrow;
  return true;
}

const closeJump = (): void => {
  jumpIn.value = undefined;
};

const closeSearch = (): void => {
  searchMode.value = undefined;
};

const closeHelp = (): void => {
  isHelpOpen.value = false;
};
