import { useSignalEffect } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';
import { narrowKey, type Narrow } from '../../../store/narrow/narrow.ts';
import { withEdit } from './with-edit.ts';
import { useClient } from '../../page/client.tsx';
import { late } from '../../kit/toasts/late.tsx';
import { closeOverlay, heldUnread, overlay } from './state.ts';
import { shownNarrow } from '../../page/shown-narrow.ts';
import { edits } from '../../compose/state/edits.ts';

const Overlays = late(() => import('./overlays.tsx').then((m) => m.Overlays), { isAhead: true });

/** Mounted once in a conversation; menus and dialogs are loaded when the first of them opens. */
export function OverlayHost({ narrow }: { narrow: Narrow }) {
  const client = useClient();
  const isOpen = overlay.value !== undefined;
  // A layout effect: a later one would close what was opened over the next conversation.
  useLayoutEffect(() => {
    shownNarrow.value = narrow;
    return () => {
      // A command that leads to another narrow may already hold that one.
      if (heldUnread.peek() === narrowKey(narrow)) heldUnread.value = undefined;
      closeOverlay();
    };
  }, [narrowKey(narrow)]);
  useSignalEffect(() => {
    const isDeleted = (id: number) => client.live.message(id) === undefined;
    if ([...edits.value.keys()].some(isDeleted)) void withEdit(({ rescueEdits }) => rescueEdits(client));
  });
  return isOpen ? <Overlays onClose={closeOverlay} /> : null;
}
