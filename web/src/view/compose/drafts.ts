/** What was begun and not sent: on this device, and on the server for all of them. */
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
  /** On the server too, or only there. */
  synced: SyncedDraft | undefined;
  isLocal: boolean;
};

/** The latest first. A text for the same place that is here and there alike is one. */
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
