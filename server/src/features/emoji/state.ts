import type { StateFetchers } from '../../core/context/register-state.ts';
import { emojiObjects } from './serialize.ts';

export const emojiState: Pick<StateFetchers, 'realm_emoji'> = {
  realm_emoji: ({ tx }) => ({ realm_emoji: emojiObjects(tx.directory) }),
};
