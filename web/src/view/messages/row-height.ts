/**
 * Estimates the height of a row of the message list before it is drawn. The better the estimate, the fewer invisible
 * rows are drawn, and the less moves once they are measured.
 */
import type { Message } from '../../../../wire/messages.ts';
import type { MessageRow } from './message-rows.ts';

/** In px, of rows of one line. */
const heights = { beginning: 49, day: 46, conversation: 48, unread: 24 } as const;
const aroundFirst = 32;
const aroundNext = 4;
/** One sentence that begins with the name. */
const aroundDoing = 15;
const reactions = 32;

/** Px. */
const line = 22;
const character = 7.6;
/** 72 digits, the most that a line has. */
export const widestText = 681;

/** Horizontal space in px beside the text of a message. */
const margins = 76;
const widest = 880;

/** Maximum height of a condensed message, in rem and in px. */
export const condensedHeight = 28;
const most = condensedHeight * 16;

/** `<p>` and `</p>`. */
const tags = 7;

export type RowContext = {
  getMessage: (
    id: number,
  ) => Pick<Message, 'content' | 'reactions' | 'is_me_message' | 'sender_full_name'> | undefined;
  /** Whether the message is shown in full, however long it is. */
  isWhole: (id: number) => boolean;
  /** Height in px of HTML in a column of a width. */
  guessText: (html: string, width: number) => number;
};

export const guessTextRoughly: RowContext['guessText'] = (html, width) =>
  line * Math.max(1, Math.ceil((html.length - tags) / (Math.min(width, widestText) / character)));

/** @param width of the list in px */
export function guessedHeight(
  row: MessageRow,
  width: number,
  { getMessage, isWhole, guessText }: RowContext,
): number {
  if (row.kind !== 'message' && row.kind !== 'pending') return heights[row.kind];
  const message = row.kind === 'message' ? getMessage(row.id) : row.item;
  const inLine = Math.min(width, widest) - margins;
  const content = message?.content ?? '';
  const hasParts = message !== undefined && 'reactions' in message;
  const isDoing = hasParts && message.is_me_message;
  const whole = guessText(isDoing ? content.replace('/me', message.sender_full_name) : content, inLine);
  const shown = row.kind === 'message' && isWhole(row.id) ? whole : Math.min(whole, most);
  const around = isDoing ? aroundDoing : row.isFirstOfGroup ? aroundFirst : aroundNext;
  return around + shown + (hasParts && message.reactions.length > 0 ? reactions : 0);
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
