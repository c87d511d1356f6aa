/** Where a person was in each narrow, for coming back to it; undefined at the newest message. */
import { narrowKey, type Narrow } from '../../store/narrow.ts';

const places = new Map<string, number>();

export const placeIn = (narrow: Narrow): number | undefined => places.get(narrowKey(narrow));

export function rememberPlace(narrow: Narrow, messageId: number | undefined): void {
  if (messageId === undefined) places.delete(narrowKey(narrow));
  else places.set(narrowKey(narrow), messageId);
}
