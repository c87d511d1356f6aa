/** Reactions to the loaded messages. */
import type { EventOf } from '../../../../wire/events.ts';
import type { Reaction } from '../../../../wire/messages.ts';
import type { MessageState } from './messages.ts';
import { defineNoun } from '../base/noun.ts';

function reduceReactions(state: MessageState, event: EventOf<'reaction'>): void {
  const message = state.messages.get(event.message_id);
  if (message === undefined) return;
  const { emoji_name, emoji_code, reaction_type, user_id } = event;
  const others = message.reactions.filter((one) => !isSame(one, event));
  message.reactions =
    event.op === 'add' ? [...others, { emoji_name, emoji_code, reaction_type, user_id }] : others;
}

const isSame = (a: Reaction, b: Reaction): boolean =>
  a.user_id === b.user_id && a.emoji_code === b.emoji_code && a.reaction_type === b.reaction_type;

export const reactions = defineNoun({ keys: [], state: {}, reducers: { reaction: reduceReactions } });
