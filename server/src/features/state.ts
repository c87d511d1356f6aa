/** Every noun's share of `/register`, by key. One that is missing does not compile. */
import { alertWordState } from './alert-words/state.ts';
import { botState } from './bots/state.ts';
import { channelState } from './channels/state.ts';
import { domainState } from './domains/state.ts';
import type { StateFetchers } from './events/state.ts';
import { deviceState } from './devices/state.ts';
import { draftState } from './drafts/state.ts';
import { emojiState } from './emoji/state.ts';
import { defaultGroupState } from './default-channel-groups/state.ts';
import { folderState } from './folders/state.ts';
import { groupState } from './groups/state.ts';
import { linkifierState } from './linkifiers/state.ts';
import { messageState } from './messages/state.ts';
import { mutedUserState } from './muted-users/state.ts';
import { navigationViewState } from './navigation-views/state.ts';
import { onboardingState } from './onboarding/state.ts';
import { organizationState } from './organization/state.ts';
import { playgroundState } from './playgrounds/state.ts';
import { presenceState } from './presence/state.ts';
import { profileFieldState } from './profile-fields/state.ts';
import { snippetState } from './saved-snippets/state.ts';
import { scheduledState } from './scheduled-messages/state.ts';
import { absentState, serverState } from './server/state.ts';
import { statusState } from './status/state.ts';
import { settingState } from './settings/state.ts';
import { userTopicState } from './user-topics/state.ts';
import { userState } from './users/state.ts';

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
