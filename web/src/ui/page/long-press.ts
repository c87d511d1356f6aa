/** Long press on touch screens; a moving finger scrolls. */
import { useMemo } from 'preact/hooks';

const afterMs = 450;
const slack = 10;

export function useLongPress(onPress: (target: Element) => void) {
  return useMemo(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let from = { x: 0, y: 0 };
    const stop = () => clearTimeout(timer);
    return {
      onPointerDown(event: PointerEvent & { currentTarget: Element }) {
        if (event.pointerType !== 'touch') return;
        const element = event.currentTarget;
        from = { x: event.clientX, y: event.clientY };
        stop();
        timer = setTimeout(() => {
          ignoreRelease(element);
          onPress(element);
        }, afterMs);
      },
      onPointerMove(event: PointerEvent) {
        if (Math.hypot(event.clientX - from.x, event.clientY - from.y) > slack) stop();
      },
      onPointerUp: stop,
      onPointerCancel: stop,
      onContextMenu(event: Event) {
        // The browser's own menu for the same gesture.
        if (timer !== undefined && (event as PointerEvent).pointerType === 'touch') event.preventDefault();
      },
    };
  }, []);
}

/** Lifting the finger must not click what has appeared below it. */
function ignoreRelease(element: Element): void {
  const over = new AbortController();
  const { signal } = over;
  const end = (event: Event) => {
    if (event.cancelable) event.preventDefault();
    over.abort();
  };
  element.addEventListener('touchend', end, { signal, passive: false });
  element.addEventListener('touchcancel', () => over.abort(), { signal });
}
