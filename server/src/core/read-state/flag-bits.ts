/** Meanings of the bit sets in the message tables. */
import { sql, type RawBuilder } from 'kysely';

/** `message.traits`: what is true of a message for everyone. */
export const trait = {
  channelWildcard: 1,
  topicWildcard: 2,
  groupMention: 4,
  isMe: 8,
  hasLink: 16,
  hasImage: 32,
  hasAttachment: 64,
  hasReaction: 128,
  hasSubmessage: 256,
  /** Unread only for users with `flagBit.keptUnread`. */
  quiet: 512,
  /** Sent by a script: unread for its sender as for other recipients; the bitmap says when they have read it. */
  unreadForSender: 1024,
} as const;

/** The traits in the condition of the index; the others are too common for an index to help. */
export const rareTraits = ~(trait.hasLink | trait.unreadForSender);

/** The user who has read a message by writing it; 0 where there is none. */
export const readByWriting = (table: string): RawBuilder<number> => sql<number>`CASE
  WHEN (${sql.ref(`${table}.traits`)} & ${sql.lit(trait.unreadForSender)}) = 0 THEN ${sql.ref(`${table}.sender_id`)} ELSE 0 END`;

/** `message_flag.bits`: rare flags that a message has for one user. */
export const flagBit = {
  starred: 1,
  collapsed: 2,
  mentioned: 4,
  topicWildcardMentioned: 8,
  hasAlertWord: 16,
  historical: 32,
  /**
   * Unread although the message would count as read: the user wrote it, it is below the floor, or was never received. This
   * bit overrides the floor and the bitmap, and is cleared when the message is read.
   */
  keptUnread: 64,
  /** The message came to a bot that is not in its channel: `keptUnread` then needs no membership. Reading does not clear it. */
  reachedOutside: 128,
} as const;

/** The mentions that have a row for each mentioned person; the others are `trait`s. */
export const mentionBits = flagBit.mentioned | flagBit.topicWildcardMentioned;
