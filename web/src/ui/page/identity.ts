/**
 * The message that identifies an open conversation after renames: stored in the history entry, so that it survives a
 * reload.
 */
import { isLayerEntry } from './layers.ts';

type HistoryEntry = { with: number };

export function recallIdentity(): number | undefined {
  // Only this page writes its history entries; `layers.ts` stores a string.
  const state = window.history.state as Partial<HistoryEntry> | string | null;
  return typeof state === 'object' ? state?.with : undefined;
}

export function keepIdentity(id: number): void {
  if (isLayerEntry() || recallIdentity() === id) return;
  window.history.replaceState({ with: id } satisfies HistoryEntry, '');
}
