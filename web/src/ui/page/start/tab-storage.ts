/** What a tab keeps over a reload; what it has not sent is kept for all tabs too, so that it outlives the browser. */
import { keepForTab, takeFromClosed } from '../../../store/writing/closed-tabs.ts';
import { outboxKey, type Outbox, type OutboxItem } from '../../../store/writing/outbox.ts';
import { tryToStore } from '../../../store/storage.ts';

const tabKey = 'heddle-tab';
const lockPrefix = 'heddle-tab ';

export interface TabStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  /** Sends what closed tabs have left. */
  takeOver(outbox: Outbox): Promise<void>;
}

export function openTabStorage(): TabStorage {
  const tab = getTab();
  const locks = 'locks' in navigator ? navigator.locks : undefined;
  // Held for as long as the tab is open, which is how others learn of it.
  void locks?.request(lockPrefix + tab, {}, () => new Promise(() => undefined));
  return {
    getItem: (key) => sessionStorage.getItem(key),
    setItem(key, value) {
      tryToStore(sessionStorage, key, value);
      if (locks !== undefined && key === outboxKey)
        keepForTab(localStorage, tab, JSON.parse(value) as OutboxItem[]);
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
