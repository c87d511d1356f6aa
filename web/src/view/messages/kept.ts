/** Texts stored on this device, to show before anything else is loaded. */
import { Drafts } from '../../store/writing/drafts.ts';
import { unsentIn } from '../../store/writing/outbox.ts';

export type KeptText = { key: string; text: string; isUnsent: boolean };

type Store = Pick<Storage, 'getItem' | 'setItem'>;

/** Unsent messages, then drafts, latest first. */
export function keptTexts(ofDevice: Store, ofTab: Store): KeptText[] {
  const unsent = unsentIn(ofTab).map(({ localId, content }) => ({
    key: localId,
    text: content,
    isUnsent: true,
  }));
  const drafts = [...new Drafts(ofDevice).all.peek()]
    .sort(([, a], [, b]) => b.changedAt - a.changedAt)
    .map(([key, { text }]) => ({ key, text, isUnsent: false }));
  return [...unsent, ...drafts];
}
