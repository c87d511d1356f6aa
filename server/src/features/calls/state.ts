import type { StateFetchers } from '../../core/context/index.ts';
import { connectedAccounts } from './tokens.ts';

export const callState: Pick<StateFetchers, 'video_calls'> = {
  video_calls: async ({ tx, me }) => {
    const connected = await connectedAccounts(tx, tx.orgId, me.id);
    return { has_zoom_token: connected.has('zoom'), has_webex_token: connected.has('webex') };
  },
};
