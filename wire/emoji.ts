/** Custom emoji of the organization. */
import { Exact, optional, Type, type Static } from './core.ts';
import { RealmEmoji } from './register-objects.ts';

export type CustomEmoji = Static<typeof RealmEmoji>;

export const EmojiNamePath = Type.Object({ emoji_name: Type.String() });

/** GET /realm/emoji: by id, with those that may not be used any more. */
export const GetEmojiAnswer = Exact({ emoji: Type.Record(Type.String(), RealmEmoji) });

const emojiEvent = { id: Type.Integer(), type: Type.Literal('realm_emoji') };

export const EmojiEvent = Type.Union([
  // All there are, for clients without `individual_emoji_changes`.
  Exact({ ...emojiEvent, op: Type.Literal('update'), realm_emoji: Type.Record(Type.String(), RealmEmoji) }),
  // For clients with it.
  Exact({ ...emojiEvent, op: Type.Literal('add'), emoji: RealmEmoji }),
  Exact({
    ...emojiEvent,
    op: Type.Literal('update_one'),
    emoji_id: Type.String(),
    data: Exact(optional({ deactivated: Type.Boolean() })),
  }),
]);
