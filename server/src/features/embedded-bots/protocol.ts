/** Messages between the server and the process of a bot, each a line of JSON. Types only: the process loads none of our code. */
import type { BotCall, BotUser } from '../../../../sdk/index.ts';

/** The names that a program may use, see `room.ts`. */
export interface Room {
  modules: readonly string[];
  members: readonly string[];
  globals: readonly string[];
}

/** The first message to the process. */
export interface Order {
  /** URL of the program. */
  program: string;
  call: BotCall;
  self: BotUser;
  config: Readonly<Record<string, string>>;
  room: Room;
}

export type Method = 'reply' | 'send' | 'react' | 'get' | 'set' | 'delete' | 'topics' | 'messages';

/** From the process. */
export type FromBot =
  | { kind: 'ready' }
  | { kind: 'request'; id: number; method: Method; args: unknown[] }
  | { kind: 'done' }
  | { kind: 'failed'; reason: string };

/** To the process: the outcome of a request. */
export type Outcome = { id: number; value?: unknown; error?: string };
