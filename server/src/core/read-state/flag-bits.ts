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

/** All but those that too many messages have for an index of them to be of use. As the condition of the index has it. */
export const rareTraits = ~(trait.hasLink | trait.unreadForSender);

/** The user who has read a message by writing it; 0 where there is none. */
export const readByWriting = (table: string): RawBuilder<number> => sql<number>`CASE
  WHEN (${sql.ref(`${table}.traits`)} & ${sql.lit(trait.unreadForSender)}) = 0 THEN ${sql.ref(`${table}.sender_id`)} ELSE 0 END`;

/** `message_flag.bits`: what is rare and one person's own. */
export const flagBit = {
  starred: 1,
  collapsed: 2,
  mentioned: 4,
  topicWildcardMentioned: 8,
  hasAlertWord: 16,
  historical: 32,
  /**
   * Unread although it would count as read: written by oneself, below the floor, or never received. Says so alone, whatever
   * the floor and the bitmap say; taken away when the message is read.
   */
  keptUnread: 64,
  /** Came to a bot outside of its channel, where `keptUnread` holds without a membership. Stays when the message is read. */
  reachedOutside: 128,
} as const;

/** The mentions that have a row for each mentioned person; the others are `trait`s. */
export const mentionBits = flagBit.mentioned | flagBit.topicWildcardMentioned;
