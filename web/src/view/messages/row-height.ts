/** How high a row of the message list will be, before it was ever drawn: the closer, the fewer rows are drawn unseen. */
import type { MessageRow } from './message-rows.ts';

/** Px, of rows of one line each. */
const heights = { beginning: 49, day: 45, conversation: 48, unread: 24 } as const;
const line = 22;
const aroundFirst = 32;
const aroundNext = 4;

/** Px beside the text of a message, and that of a character of it on average. */
const margins = 76;
const character = 7.4;
const widest = 880;

/** Rem of the text of a message, as long as nobody asks for the rest of it; and in px. */
export const condensedHeight = 28;
const most = condensedHeight * 16;

/** `<p>` and `</p>`. */
const tags = 7;

export type RowContext = {
  /** Characters of the content of a message, as the server renders it. */
  getLength: (id: number) => number;
  /** Whether all of it is shown, however long it is. */
  isWhole: (id: number) => boolean;
};

/** @param width of the list, in px */
export function guessedHeight(row: MessageRow, width: number, { getLength, isWhole }: RowContext): number {
  if (row.kind !== 'message' && row.kind !== 'pending') return heights[row.kind];
  const length = row.kind === 'message' ? getLength(row.id) - tags : row.item.content.length;
  const inLine = Math.max(20, (Math.min(width, widest) - margins) / character);
  const lines = Math.max(1, Math.ceil(length / inLine));
  const whole = lines * line;
  const shown = row.kind === 'message' && isWhole(row.id) ? whole : Math.min(whole, most);
  return (row.isFirstOfGroup ? aroundFirst : aroundNext) + shown;
}

/**
 * One guess for each row, whatever becomes of the window and of the content of the message before it is shown: where a guess
 * changed, everything below it would move.
 */
export function guesses(known: RowContext): (row: MessageRow, width: number) => number {
  const made = new Map<string, number>();
  return (row, width) => {
    const guess = made.get(row.key) ?? guessedHeight(row, width, known);
    made.set(row.key, guess);
    return guess;
  };
}
