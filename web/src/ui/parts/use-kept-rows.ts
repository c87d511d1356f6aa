import { useComputed, type ReadonlySignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { keptRows } from '../../view/messages/kept-rows.ts';

/** Computed rows that reuse unchanged row objects, which are not rendered again. */
export function useKeptRows<Row extends { key: string }>(
  compute: () => readonly Row[],
): ReadonlySignal<readonly Row[]> {
  const last = useRef<readonly Row[]>([]);
  return useComputed(() => (last.current = keptRows(last.current, compute())));
}
