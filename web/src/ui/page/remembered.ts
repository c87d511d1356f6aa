/** Sets of names that are stored on this device, such as collapsed sections. */
import { signal, type ReadonlySignal } from '@preact/signals';
import { parseStored, tryToStore, type StoredKey } from '../../store/base/storage.ts';

export type RememberedSet = {
  readonly value: ReadonlySignal<ReadonlySet<string>>;
  /** Adds or removes a name. */
  toggle(name: string): void;
};

export function rememberedSet(key: StoredKey): RememberedSet {
  const value = signal<ReadonlySet<string>>(new Set(read(key)));
  return {
    value,
    toggle(name) {
      const next = new Set(value.peek());
      if (!next.delete(name)) next.add(name);
      value.value = next;
      tryToStore(localStorage, key, JSON.stringify([...next]));
    },
  };
}

const read = (key: StoredKey): string[] => parseStored(localStorage.getItem(key), []);
