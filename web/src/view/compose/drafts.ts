/** Drafts of this device and of the server in one list. */
import type { Draft as SyncedDraft } from '../../../../wire/drafts.ts';
import { targetKey, type Draft, type Target } from '../../store/writing/drafts.ts';
import type { Live } from '../../store/live.ts';
import { targetOfDraft } from '../../store/writing/waiting.ts';

export type DraftRow = {
  key: string;
  target: Target;
  text: string;
  /** Seconds since 1970. */
  changed: number;
  /** The draft on the server, if it is there too or only there. */
  synced: SyncedDraft | undefined;
  isLocal: boolean;
};

/** Latest first. The same text for the same destination on both sides is listed once. */
export function draftRows(live: Live, local: Iterable<Draft>): DraftRow[] {
  const ownId = live.get('own').user_id;
  const rows = new Map<string, DraftRow>();
  for (const synced of live.get('drafts').values()) {
    const target = targetOfDraft(synced, ownId);
    const key = `${targetKey(target)} ${synced.content.trim()}`;
    rows.set(key, {
      key,
      target,
      text: synced.content,
      changed: synced.timestamp,
      synced,
      isLocal: false,
    });
  }
  for (const { target, text, changedAt } of local) {
    const key = `${targetKey(target)} ${text.trim()}`;
    const synced = rows.get(key)?.synced;
    rows.set(key, { key, target, text, changed: changedAt / 1000, synced, isLocal: true });
  }
  return [...rows.values()].sort((a, b) => b.changed - a.changed);
}
