/** Custom emoji of the organization, by ID. */
import type { CustomEmoji } from '../../../../wire/emoji.ts';
import type { EventOf } from '../../../../wire/events.ts';
import type { RegisterResponse } from '../../../../wire/register.ts';
import { defineNoun } from '../base/noun.ts';

type OwnEmoji = Readonly<Record<string, CustomEmoji>>;

const ownEmojiFromRegister = (response: RegisterResponse): OwnEmoji => response.realm_emoji ?? {};

function reduceOwnEmoji(state: { ownEmoji: OwnEmoji }, event: EventOf<'realm_emoji'>): void {
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

export const ownEmoji = defineNoun({
  keys: ['realm_emoji'],
  state: { ownEmoji: ownEmojiFromRegister },
  reducers: { realm_emoji: reduceOwnEmoji },
});
