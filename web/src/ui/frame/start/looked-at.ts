import type { Narrow } from '../../../store/narrow/narrow.ts';
import { address } from '../../page/location.ts';

/** The narrow that the person is looking at; undefined while another window is active. */
export function lookedAt(): Narrow | undefined {
  const here = address.peek();
  return document.hasFocus() && here.screen === 'narrow' ? here.narrow : undefined;
}
