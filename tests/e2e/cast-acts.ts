/** Acts of the cast by the API, for tests of the web client with and without a browser. */
import { Client } from '../support/client.ts';
import { done, type Cast, type Name } from './cast.ts';

interface StoredMessage {
  id: number;
  content: string;
  sender_full_name: string;
  flags: string[];
  reactions: { emoji_name: string; user_id: number }[];
}

export interface CastActs {
  /** An API client of the same person. */
  as(who: Name): Client;
  /** Sends a message to `weaving`, if only the outcome matters. */
  say(who: Name, topic: string, content: string): Promise<void>;
  topicPath(topic: string): string;
  /** Messages of a topic of `weaving`, as the server returns them: source and flags. */
  read(who: Name, topic: string): Promise<StoredMessage[]>;
  /** Number of stored messages of the topic with exactly this content. */
  count(topic: string, content: string): Promise<number>;
}

/** @param server Its `url` may change with a restart. */
export function castActs(server: { readonly url: string }, { people, weaving }: Cast): CastActs {
  const as = (who: Name): Client => new Client(server.url, people[who]);
  const read = async (who: Name, topic: string): Promise<StoredMessage[]> => {
    const narrow = [
      { operator: 'channel', operand: weaving },
      { operator: 'topic', operand: topic },
    ];
    const query = { narrow, anchor: 'newest', num_before: 100, num_after: 0, apply_markdown: false };
    return (await done(as(who).get('/messages', query))).messages as StoredMessage[];
  };
  return {
    as,
    async say(who, topic, content) {
      await done(as(who).post('/messages', { type: 'channel', to: weaving, topic, content }));
    },
    topicPath: (topic) => `/channel/${weaving}-weaving/topic/${encodeURIComponent(topic)}`,
    read,
    async count(topic, content) {
      return (await read('ada', topic)).filter((message) => message.content === content).length;
    },
  };
}
