/** What a tab keeps across a reload; unsent messages are stored for all tabs too, so that they outlive the browser. */
import { keepForTab, takeFromClosed } from '../../../store/writing/closed-tabs.ts';
import { outboxKey, type Outbox, type OutboxItem } from '../../../store/writing/outbox.ts';
import { parseStored, tryToStore, type KeyedStorage } from '../../../store/base/storage.ts';

const tabKey = 'heddle-tab';
const lockPrefix = 'heddle-tab ';

export interface TabStorage extends Pick<KeyedStorage, 'getItem' | 'setItem'> {
  /** Sends what closed tabs have left. */
  takeOver(outbox: Outbox): Promise<void>;
}

export function openTabStorage(): TabStorage {
  const tab = getTab();
  const locks = 'locks' in navigator ? navigator.locks : undefined;
  // Held while the tab is open, by which other tabs recognize it.
  void locks?.request(lockPrefix + tab, {}, () => new Promise(() => undefined));
  return {
    getItem: (key) => sessionStorage.getItem(key),
    setItem(key, value) {
      tryToStore(sessionStorage, key, value);
      if (locks !== undefined && key === outboxKey)
        keepForTab(localStorage, tab, parseStored<OutboxItem[]>(value, []));
    },
    takeOver: async (outbox) =>
      locks?.request(lockPrefix, {}, async () => {
        const { held = [] } = await locks.query();
        const open = new Set(held.map(({ name = '' }) => name));
        const isOpen = (each: string): boolean => each === tab || open.has(lockPrefix + each);
        outbox.takeOver(takeFromClosed(localStorage, isOpen, Date.now()));
      }),
  };
}

function getTab(): string {
  const known = sessionStorage.getItem(tabKey);
  if (known !== null) return known;
  const made = crypto.getRandomValues(new Uint32Array(2)).join('-');
  tryToStore(sessionStorage, tabKey, made);
  return made;
}
