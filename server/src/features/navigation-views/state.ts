import type { StateFetchers } from '../../core/context/index.ts';
import { getNavigationViews } from './queries.ts';

export const navigationViewState: Pick<StateFetchers, 'navigation_views'> = {
  navigation_views: async ({ tx, me }) => ({ navigation_views: await getNavigationViews(tx, me.id) }),
};
