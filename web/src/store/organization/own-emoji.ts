/** The organization's own emoji, by id. */
import type { CustomEmoji } from '../../../../wire/emoji.ts';
import type { EventOf } from '../../../../wire/events.ts';
import type { RegisterAnswer } from '../../../../wire/register.ts';
import type { State } from '../index.ts';

export type OwnEmoji = Readonly<Record<string, CustomEmoji>>;

export const ownEmojiFromRegister = (answer: RegisterAnswer): OwnEmoji => answer.realm_emoji ?? {};

export function reduceOwnEmoji(state: State, event: EventOf<'realm_emoji'>): void {
  switch (event.op) {
    case 'update':
      state.ownEmoji = event.realm_emoji;
      break;
    case 'add':
      state.ownEmoji = { ...state.ownEmoji, [event.emoji.id]: event.emoji };
      break;
    case 'update_one': {
      const emoji = state.ownEmoji[event.emoji_id];
      if (emoji) state.ownEmoji = { ...state.ownEmoji, [emoji.id]: { ...emoji, ...event.data } };
    }
  }
}
