/** Unsent messages of tabs that were closed or crashed: another tab takes them over. */
import { type OutboxItem, resendMs } from './outbox.ts';
import { parseStored, type KeyedStorage } from '../base/storage.ts';

type Tabs = Readonly<Record<string, readonly OutboxItem[]>>;

/** Where all tabs of the browser store their unsent messages. */
export const tabsKey = 'heddle-outbox-tabs';

export function keepForTab(storage: KeyedStorage, tab: string, items: readonly OutboxItem[]): void {
  const { [tab]: _, ...others } = read(storage);
  write(storage, items.length === 0 ? others : { ...others, [tab]: items });
}

/**
 * Takes over what closed tabs have left, which belongs to the caller then.
 * @returns oldest first; after a day, the person has to confirm that they are still to be sent
 */
export function takeFromClosed(
  storage: KeyedStorage,
  isOpen: (tab: string) => boolean,
  now: number,
): OutboxItem[] {
  const tabs = Object.entries(read(storage));
  write(storage, Object.fromEntries(tabs.filter(([tab]) => isOpen(tab))));
  return tabs
    .filter(([tab]) => !isOpen(tab))
    .flatMap(([, items]) => items)
    .map((item) => (now - item.writtenAt < resendMs ? item : { ...item, state: 'failed' as const }))
    .sort((one, other) => one.writtenAt - other.writtenAt);
}

const read = (storage: KeyedStorage): Tabs => parseStored(storage.getItem(tabsKey), {});

function write(storage: KeyedStorage, tabs: Tabs): void {
  if (Object.keys(tabs).length === 0) storage.removeItem(tabsKey);
  else storage.setItem(tabsKey, JSON.stringify(tabs));
}
