import type { StateFetchers } from '../../core/context/index.ts';
import { getPins } from './queries.ts';

export const pinnedTopicState: Pick<StateFetchers, 'heddle_pinned_topic'> = {
  heddle_pinned_topic: async ({ tx, me }) => ({ heddle_pinned_topics: await getPins(tx, me.id) }),
};
