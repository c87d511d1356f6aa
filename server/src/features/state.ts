/** Every noun's share of `/register`, by key. One that is missing does not compile. */
import { channelState } from './channels/state.ts';
import type { StateFetchers } from './events/state.ts';
import { groupState } from './groups/state.ts';
import { messageState } from './messages/state.ts';
import { navigationViewState } from './navigation-views/state.ts';
import { organizationState } from './organization/state.ts';
import { absentState, serverState } from './server/state.ts';
import { userState } from './users/state.ts';

export const stateFetchers: StateFetchers = {
  ...absentState,
  ...channelState,
  ...groupState,
  ...messageState,
  ...navigationViewState,
  ...organizationState,
  ...serverState,
  ...userState,
};
