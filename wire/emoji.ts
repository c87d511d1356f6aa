/** Custom emoji of the organization. */
import { Nullable, Id, Exact, optional, Type, type Static, type Examples } from './core.ts';

const RealmEmoji = Exact({
  id: Type.String(),
  name: Type.String(),
  source_url: Type.String(),
  still_url: Nullable(Type.String()),
  deactivated: Type.Boolean(),
  author_id: Nullable(Id),
});

/** Markdown recognizes names up to this length. */
export const longestEmojiName = 200;

export type CustomEmoji = Static<typeof RealmEmoji>;

export const EmojiNamePath = Type.Object({ emoji_name: Type.String() });

/** GET /realm/emoji: by id, including deactivated ones. */
export const GetEmojiResponse = Exact({ emoji: Type.Record(Type.String(), RealmEmoji) });

const emojiEvent = { id: Type.Integer(), type: Type.Literal('realm_emoji') };

const EmojiEvent = Type.Union([
  // All emoji, for clients without `individual_emoji_changes`.
  Exact({ ...emojiEvent, op: Type.Literal('update'), realm_emoji: Type.Record(Type.String(), RealmEmoji) }),
  // Only clients with the capability receive these.
  Exact({ ...emojiEvent, op: Type.Literal('add'), emoji: RealmEmoji }),
  Exact({
    ...emojiEvent,
    op: Type.Literal('update_one'),
    emoji_id: Type.String(),
    data: Exact(optional({ deactivated: Type.Boolean() })),
  }),
]);

export const emojiState = { realm_emoji: { realm_emoji: Type.Record(Type.String(), RealmEmoji) } };

export const emojiEvents = { realm_emoji: EmojiEvent };

export const emojiExamples: Examples<typeof emojiEvents> = {
  realm_emoji: {
    'an emoji of the organization': {
      id: 1,
      type: 'realm_emoji',
      op: 'add',
      emoji: {
        id: '3',
        name: 'loom',
        source_url: '/user_avatars/1/loom.webp',
        still_url: null,
        deactivated: false,
        author_id: 7,
      },
    },
    'an emoji that is taken out of use': {
      id: 1,
      type: 'realm_emoji',
      op: 'update_one',
      emoji_id: '3',
      data: { deactivated: true },
    },
    'all emoji of the organization': { id: 1, type: 'realm_emoji', op: 'update', realm_emoji: {} },
  },
};
