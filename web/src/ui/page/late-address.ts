/** The address as it was before the last frame. */
import { useSignal, useSignalEffect, type ReadonlySignal } from '@preact/signals';
import type { Address } from '../../view/narrow/address.ts';
import { address } from './location.ts';

/** Delays the lists of the sides, which can be long: the page shows first where it goes. */
export function useLateAddress(): ReadonlySignal<Address> {
  const late = useSignal(address.peek());
  useSignalEffect(() => {
    const here = address.value;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => (late.value = here));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  });
  return late;
}
