/** What a bot that runs inside the server gets, and what it may do. Types only: import them with `import type`. */

export interface BotUser {
  id: number;
  name: string;
}

export interface BotMessage {
  id: number;
  sender: BotUser;
  /** Markdown, as it was written. */
  content: string;
  /** Unix seconds. */
  sentAt: number;
  /** Set for a message in a channel. */
  channel?: string;
  topic?: string;
}

/** What the bot was called for: a person mentioned it, or wrote to it directly. */
export interface BotCall extends BotMessage {
  isDirect: boolean;
  /** The content without the mention of the bot, with single spaces at its ends removed. */
  text: string;
}

/** Texts by key, of one bot. Each call runs in a new process, so only what is stored persists. */
export interface BotStorage {
  get(key: string): Promise<string | undefined>;
  set(key: string, value: string): Promise<void>;
  delete(key: string): Promise<void>;
}

export type BotDestination = { channel: string; topic: string } | { users: readonly number[] };

/** Whatever is refused to the bot's account rejects with the API's error text. */
export interface BotContext {
  /** The account of the bot. */
  readonly self: BotUser;
  /** As its owner has filled it in; every key of `bot.json` is there. */
  readonly config: Readonly<Record<string, string>>;
  readonly storage: BotStorage;
  /** Replies in the conversation that the call came from. @returns the ID of the message */
  reply(content: string): Promise<number>;
  /** @returns the ID of the message */
  send(to: BotDestination, content: string): Promise<number>;
  /** Reacts to the message of the call. */
  react(emojiName: string): Promise<void>;
  /** Names of the topics of a channel that the bot may read, the newest first. */
  topics(channel: string): Promise<string[]>;
  /** Up to 100 messages of a topic, oldest first: its first ones, or its last ones. */
  messages(
    channel: string,
    topic: string,
    range: { first: number } | { last: number },
  ): Promise<BotMessage[]>;
}

/** The default export of a bot. */
export type Bot = (call: BotCall, bot: BotContext) => Promise<void>;
