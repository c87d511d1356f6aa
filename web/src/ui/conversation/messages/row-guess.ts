/** Heights of rows that were not drawn yet. What estimates them closely is loaded before the first older messages. */
import { useMemo } from 'preact/hooks';
import type { Client } from '../../../connection/client.ts';
import type { Narrow } from '../../../store/narrow/narrow.ts';
import { guesses, guessTextRoughly } from '../../../view/messages/row-height.ts';
import { expanded } from '../../parts/content/condensed-state.ts';

let guessText = guessTextRoughly;
let isAsked = false;

export function loadCloseGuess(): void {
  if (isAsked) return;
  isAsked = true;
  import('../../../view/messages/text-height.ts').then(
    ({ guessTextHeight }) => (guessText = guessTextHeight),
    () => (isAsked = false),
  );
}

export const useRowGuess = ({ live }: Client, narrow: Narrow) =>
  useMemo(
    () =>
      guesses({
        getMessage: (id) => live.peek().messages.get(id),
        isWhole: (id) => narrow.kind === 'search' || expanded.peek().has(id),
        guessText: (html, width) => guessText(html, width),
      }),
    [live],
  );
