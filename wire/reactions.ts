/** Reactions to messages. */
import { Exact, Id, Type, type Static, type Examples } from './core.ts';
import { Reaction } from './messages.ts';

/** POST /messages/{message_id}/reactions. If absent, code and type are derived from the name. */
export const AddReactionParams = Type.Object({
  emoji_name: Type.String(),
  emoji_code: Type.Optional(Type.String()),
  reaction_type: Type.Optional(Type.String()),
});
export type AddReactionParams = Static<typeof AddReactionParams>;

/** DELETE /messages/{message_id}/reactions, by name or by code. */
export const RemoveReactionParams = Type.Object({
  emoji_name: Type.Optional(Type.String()),
  emoji_code: Type.Optional(Type.String()),
  reaction_type: Type.Optional(Type.String()),
});
export type RemoveReactionParams = Static<typeof RemoveReactionParams>;

const reactionEvent = {
  id: Type.Integer(),
  type: Type.Literal('reaction'),
  message_id: Id,
  ...Reaction.properties,
};

const ReactionEvent = Type.Union([
  Exact({ ...reactionEvent, op: Type.Literal('add') }),
  Exact({ ...reactionEvent, op: Type.Literal('remove') }),
]);

export const reactionEvents = { reaction: ReactionEvent };

export const reactionExamples: Examples<typeof reactionEvents> = {
  reaction: {
    'a reaction': {
      id: 1,
      type: 'reaction',
      op: 'add',
      message_id: 3,
      emoji_name: 'tada',
      emoji_code: '1f389',
      reaction_type: 'unicode_emoji',
      user_id: 7,
    },
  },
};
