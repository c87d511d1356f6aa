/** Messages that are pinned for everyone in their topic or direct conversation. Heddle's own. */
import { Exact, Id, Ids, Type, UnixSeconds, type Static, type Examples } from './core.ts';

const pin = {
  message_id: Id,
  /** Who pinned it. */
  user_id: Id,
  pinned_at: UnixSeconds,
};

const PinnedMessage = Type.Union([
  Exact({ ...pin, channel_id: Id, topic: Type.String() }),
  /** Everyone in the direct conversation. */
  Exact({ ...pin, user_ids: Ids }),
]);
export type PinnedMessage = Static<typeof PinnedMessage>;

/** POST and DELETE /heddle/pinned_messages/{message_id} */
export const PinnedMessagePath = Type.Object({ message_id: Id });

const pinnedMessagesEvent = { id: Type.Integer(), type: Type.Literal('heddle_pinned_messages') };

/** `add` also for one that stands elsewhere now. */
const PinnedMessagesEvent = Type.Union([
  Exact({ ...pinnedMessagesEvent, op: Type.Literal('add'), pins: Type.Array(PinnedMessage) }),
  Exact({ ...pinnedMessagesEvent, op: Type.Literal('remove'), message_ids: Ids }),
]);

export const pinnedMessagesState = {
  heddle_pinned_messages: { heddle_pinned_messages: Type.Array(PinnedMessage) },
};

export const pinnedMessagesEvents = { heddle_pinned_messages: PinnedMessagesEvent };

export const pinnedMessagesExamples: Examples<typeof pinnedMessagesEvents> = {
  heddle_pinned_messages: {
    'a message pinned': {
      id: 1,
      type: 'heddle_pinned_messages',
      op: 'add',
      pins: [{ message_id: 3, user_id: 7, pinned_at: 1_700_000_000, channel_id: 4, topic: 'lunch' }],
    },
    'a message no longer pinned': { id: 2, type: 'heddle_pinned_messages', op: 'remove', message_ids: [3] },
  },
};
