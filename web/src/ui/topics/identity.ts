/**
 * The message that an open conversation is known by, whatever it is called: kept with the entry of the history, so that it
 * outlives a reload.
 */
import { isLayerEntry } from '../page/layers.ts';

type HistoryEntry = { with: number };

export function recallIdentity(): number | undefined {
  const state = window.history.state as Partial<HistoryEntry> | string | null;
  return typeof state === 'object' ? state?.with : undefined;
}

export function keepIdentity(id: number): void {
  if (isLayerEntry() || recallIdentity() === id) return;
  window.history.replaceState({ with: id } satisfies HistoryEntry, '');
}
