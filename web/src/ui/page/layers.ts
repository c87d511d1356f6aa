/**
 * What lies over a small screen (a drawer, a sheet, a dialog, a menu) closes by the way back, as it does in the apps beside it.
 * While anything lies there the history has one entry more, with the same address. Going back takes it away; when the last
 * layer closes otherwise, it is taken away too, and the one who continues to another address from a layer takes its place.
 */
import { useLayoutEffect, useRef } from 'preact/hooks';
import { isPhone } from '../frame/layout.ts';

const mark = 'layer';
const layers: { close: () => void }[] = [];
let isSettling = false;
let isLeaving = false;

/** Whether the entry that is shown is the one of the layers. */
export const isLayerEntry = (): boolean => window.history.state === mark;

// From before a reload: nothing lies over the page now.
if (isLayerEntry()) window.history.replaceState(null, '');

/** A moment later: one layer often gives way to another. */
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

/** @param isOpen whether it lies over the page now */
export function useLayer(isOpen: boolean, onClose: () => void): void {
  const latest = useRef(onClose);
  latest.current = onClose;
  // With what is seen, not after it: anyone who goes back at once means the layer.
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
