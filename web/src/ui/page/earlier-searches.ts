/** Recent searches on this device, latest first. */
import { signal, type ReadonlySignal } from '@preact/signals';
import { searchesKey as key } from '../../store/writing/writer.ts';
import { tryToStore } from '../../store/base/storage.ts';

const most = 8;

const list = signal<readonly string[]>(read());
export const earlierSearches: ReadonlySignal<readonly string[]> = list;

export function rememberSearch(query: string): void {
  keep([query, ...list.peek().filter((other) => other !== query)].slice(0, most));
}

/** Reads them again after something other than this page has changed them. */
export const readSearchesAgain = (): void => void (list.value = read());

export const clearSearches = (): void => keep([]);

function keep(searches: readonly string[]): void {
  list.value = searches;
  tryToStore(localStorage, key, JSON.stringify(searches));
}

function read(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string') : [];
  } catch {
    return [];
  }
}
