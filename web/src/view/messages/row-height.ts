/**
 * Estimates the height of a row of the message list before it is drawn. The better the estimate, the fewer invisible
 * rows are drawn.
 */
import type { MessageRow } from './message-rows.ts';

/** In px, of rows of one line. */
const heights = { beginning: 49, day: 45, conversation: 48, unread: 24 } as const;
const line = 22;
const aroundFirst = 32;
const aroundNext = 4;

/** Horizontal space in px beside the text of a message, and the average width of a character. */
const margins = 76;
const character = 7.4;
const widest = 880;

/** Maximum height of a condensed message, in rem and in px. */
export const condensedHeight = 28;
const most = condensedHeight * 16;

/** `<p>` and `</p>`. */
const tags = 7;

export type RowContext = {
  /** Length of the message content in HTML. */
  getLength: (id: number) => number;
  /** Whether the message is shown in full, however long it is. */
  isWhole: (id: number) => boolean;
};

/** @param width of the list in px */
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
 * Remembers one estimate for each row, even if the window or the content changes before the row is drawn: a changed
 * estimate would move everything below it.
 */
export function guesses(known: RowContext): (row: MessageRow, width: number) => number {
  const made = new Map<string, number>();
  return (row, width) => {
    const guess = made.get(row.key) ?? guessedHeight(row, width, known);
    made.set(row.key, guess);
    return guess;
  };
}
