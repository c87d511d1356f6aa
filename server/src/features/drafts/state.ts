import type { StateFetchers } from '../../core/context/index.ts';
import { draftsOf } from './queries.ts';

export const draftState: Pick<StateFetchers, 'drafts'> = {
  drafts: async ({ tx, me }) => ({ drafts: await draftsOf(tx, me.id) }),
};
