/** Messages that wait in tabs which are closed, because the browser was or went down: another tab takes them over. */
import type { OutboxItem } from './outbox.ts';

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
type Tabs = Readonly<Record<string, readonly OutboxItem[]>>;

/** Where all tabs of the browser keep what they have not sent. */
export const tabsKey = 'heddle-outbox-tabs';

/** The server remembers for a day what it has sent; later, sending again might send twice. */
const resendMs = 20 * 3600_000;

export function keepForTab(storage: Store, tab: string, items: readonly OutboxItem[]): void {
  const { [tab]: _, ...others } = read(storage);
  write(storage, items.length === 0 ? others : { ...others, [tab]: items });
}

/**
 * What tabs that are not there any more have left, which is then nobody's but the caller's.
 * @returns the oldest first; after a day, a person has to say whether they are still to be sent
 */
export function takeFromClosed(storage: Store, isOpen: (tab: string) => boolean, now: number): OutboxItem[] {
  const tabs = Object.entries(read(storage));
  write(storage, Object.fromEntries(tabs.filter(([tab]) => isOpen(tab))));
  return tabs
    .filter(([tab]) => !isOpen(tab))
    .flatMap(([, items]) => items)
    .map((item) => (now - item.writtenAt < resendMs ? item : { ...item, state: 'failed' as const }))
    .sort((one, other) => one.writtenAt - other.writtenAt);
}

const read = (storage: Store): Tabs => JSON.parse(storage.getItem(tabsKey) ?? '{}') as Tabs;

function write(storage: Store, tabs: Tabs): void {
  if (Object.keys(tabs).length === 0) storage.removeItem(tabsKey);
  else storage.setItem(tabsKey, JSON.stringify(tabs));
}
