import type { Narrow } from '../../../store/messages/narrow.ts';
import { address } from '../location.ts';

/** What the person has before them in this moment; nothing while they are in another window. */
export function lookedAt(): Narrow | undefined {
  const here = address.peek();
  return document.hasFocus() && here.screen === 'narrow' ? here.narrow : undefined;
}
