/**
 * Layers over a small screen (a drawer, sheet, dialog or menu) are closed by the back button, as in other apps. While
 * there are layers, the history has one additional entry with the same address. Going back removes it; when the last
 * layer closes otherwise, it is removed too, and navigation from a layer replaces it.
 */
import { useLayoutEffect, useRef } from 'preact/hooks';
import { isPhone } from './layout.ts';

const mark = 'layer';
const layers: { close: () => void }[] = [];
let isSettling = false;
let isLeaving = false;

/** Whether the current history entry is that of the layers. */
export const isLayerEntry = (): boolean => window.history.state === mark;

// From before a reload: there are no layers now.
if (isLayerEntry()) window.history.replaceState(null, '');

/** Delayed, since one layer often replaces another. */
function settle(): void {
  if (isSettling) return;
  isSettling = true;
  setTimeout(() => {
    isSettling = false;
    if (isLeaving) return;
    if (layers.length > 0 && !isLayerEntry()) window.history.pushState(mark, '');
    else if (layers.length === 0 && isLayerEntry()) {
      isLeaving = true;
      window.history.back();
    }
  });
}

window.addEventListener('popstate', () => {
  if (isLeaving) isLeaving = false;
  else if (!isLayerEntry()) layers.at(-1)?.close();
  settle();
});

/** @param isOpen whether the layer is over the page now */
export function useLayer(isOpen: boolean, onClose: () => void): void {
  const latest = useRef(onClose);
  latest.current = onClose;
  // A layout effect, so that going back immediately closes the layer.
  useLayoutEffect(() => {
    if (!isOpen || !isPhone.peek()) return undefined;
    const layer = { close: () => latest.current() };
    layers.push(layer);
    settle();
    return () => {
      layers.splice(layers.indexOf(layer), 1);
      settle();
    };
  }, [isOpen]);
}
