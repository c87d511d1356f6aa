import type { StateFetchers } from '../../core/context/index.ts';
import { emojiObjects } from './serialize.ts';

export const emojiState: Pick<StateFetchers, 'realm_emoji'> = {
  realm_emoji: ({ tx }) => ({ realm_emoji: emojiObjects(tx.cache) }),
};
