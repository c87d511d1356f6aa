/** Every noun's share of `/register`, by key. One that is missing does not compile. */
import { alertWordState } from '../features/alert-words/state.ts';
import { botState } from '../features/bots/state.ts';
import { channelState } from '../features/channels/state.ts';
import { domainState } from '../features/domains/state.ts';
import type { StateFetchers } from '../core/context/register-state.ts';
import { deviceState } from '../features/devices/state.ts';
import { draftState } from '../features/drafts/state.ts';
import { emojiState } from '../features/emoji/state.ts';
import { defaultGroupState } from '../features/default-channel-groups/state.ts';
import { folderState } from '../features/folders/state.ts';
import { groupState } from '../features/groups/state.ts';
import { linkifierState } from '../features/linkifiers/state.ts';
import { messageState } from '../features/message-flags/state.ts';
import { mutedUserState } from '../features/muted-users/state.ts';
import { navigationViewState } from '../features/navigation-views/state.ts';
import { onboardingState } from '../features/onboarding/state.ts';
import { organizationState } from '../features/organization/state.ts';
import { playgroundState } from '../features/playgrounds/state.ts';
import { presenceState } from '../features/presence/state.ts';
import { profileFieldState } from '../features/profile-fields/state.ts';
import { snippetState } from '../features/saved-snippets/state.ts';
import { scheduledState } from '../features/scheduled-messages/state.ts';
import { absentState, serverState } from '../features/server/state.ts';
import { statusState } from '../features/status/state.ts';
import { settingState } from '../features/settings/state.ts';
import { userTopicState } from '../features/user-topics/state.ts';
import { userState } from '../features/users/state.ts';

export const stateFetchers: StateFetchers = {
  ...absentState,
  ...alertWordState,
  ...botState,
  ...channelState,
  ...domainState,
  ...defaultGroupState,
  ...deviceState,
  ...draftState,
  ...emojiState,
  ...folderState,
  ...groupState,
  ...linkifierState,
  ...messageState,
  ...mutedUserState,
  ...navigationViewState,
  ...onboardingState,
  ...organizationState,
  ...playgroundState,
  ...presenceState,
  ...profileFieldState,
  ...scheduledState,
  ...serverState,
  ...snippetState,
  ...statusState,
  ...settingState,
  ...userTopicState,
  ...userState,
};
