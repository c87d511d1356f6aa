import type { StateFetchers } from '../../core/context/index.ts';
import { getDrafts } from './queries.ts';

export const draftState: Pick<StateFetchers, 'drafts'> = {
  drafts: async ({ tx, me }) => ({ drafts: await getDrafts(tx, me.id) }),
};
