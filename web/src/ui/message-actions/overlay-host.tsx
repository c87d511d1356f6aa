import type { ComponentType } from 'preact';
import { useSignalEffect } from '@preact/signals';
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { narrowKey, type Narrow } from '../../store/messages/narrow.ts';
import { showNotLoaded } from '../page/late.tsx';
import { useClient } from '../page/client.tsx';
import { rescueEdits } from './edit.ts';
import { closeOverlay, edits, heldUnread, overlay, shownNarrow } from './state.ts';

/** Stands once in a conversation; menus and dialogs are loaded when the first of them opens. */
export function OverlayHost({ narrow }: { narrow: Narrow }) {
  const client = useClient();
  const [Overlays, setOverlays] = useState<{ of: ComponentType }>();
  const isOpen = overlay.value !== undefined;
  // With what is drawn, not after it: else it would close what was opened over the next conversation.
  useLayoutEffect(() => {
    shownNarrow.value = narrow;
    return () => {
      heldUnread.value = undefined;
      closeOverlay();
    };
  }, [narrowKey(narrow)]);
  useEffect(() => {
    if (!isOpen || Overlays !== undefined) return;
    import('./overlays.tsx').then(
      (module) => setOverlays({ of: module.Overlays }),
      () => {
        closeOverlay();
        showNotLoaded();
      },
    );
  }, [isOpen]);
  useSignalEffect(() => {
    if (edits.value.size > 0) rescueEdits(client);
  });
  return isOpen && Overlays !== undefined ? <Overlays.of /> : null;
}
