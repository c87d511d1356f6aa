/**
 * The nouns of the API. Each is a file that exports the schemas of its events, its keys of `/register`, and examples of its
 * events; this file combines them.
 */
import { alertWordEvents, alertWordState, alertWordExamples } from './alert-words.ts';
import { attachmentEvents, attachmentExamples } from './attachments.ts';
import { botEvents, botState, botExamples } from './bots.ts';
import { callEvents, callExamples, callState } from './calls.ts';
import { channelEvents, channelState, channelExamples } from './channels.ts';
import type { Examples } from './core.ts';
import {
  defaultChannelGroupEvents,
  defaultChannelGroupState,
  defaultChannelGroupExamples,
} from './default-channel-groups.ts';
import { deletionEvents, deletionExamples } from './deletion.ts';
import { deviceEvents, deviceState, deviceExamples } from './devices.ts';
import { doNotDisturbEvents, doNotDisturbState, doNotDisturbExamples } from './do-not-disturb.ts';
import { domainEvents, domainState, domainExamples } from './domains.ts';
import { draftEvents, draftState, draftExamples } from './drafts.ts';
import { editEvents, editExamples } from './edits.ts';
import { emojiEvents, emojiState, emojiExamples } from './emoji.ts';
import { exportEvents, exportExamples } from './exports.ts';
import { foldedSectionEvents, foldedSectionState, foldedSectionExamples } from './folded-sections.ts';
import { folderEvents, folderState, folderExamples } from './folders.ts';
import { groupEvents, groupState, groupExamples } from './groups.ts';
import { inviteEvents, inviteExamples } from './invites.ts';
import { linkifierEvents, linkifierState, linkifierExamples } from './linkifiers.ts';
import { messageFlagEvents, messageFlagState, messageFlagExamples } from './message-flags.ts';
import { messageEvents, messageState, messageExamples } from './messages.ts';
import { mutedUserEvents, mutedUserState, mutedUserExamples } from './muted-users.ts';
import { navigationViewEvents, navigationViewState, navigationViewExamples } from './navigation-views.ts';
import { onboardingEvents, onboardingState, onboardingExamples } from './onboarding.ts';
import { organizationEvents, organizationExamples } from './organization.ts';
import { pinnedMessagesEvents, pinnedMessagesState, pinnedMessagesExamples } from './pinned-messages.ts';
import { pinnedTopicEvents, pinnedTopicState, pinnedTopicExamples } from './pinned-topics.ts';
import { presenceEvents, presenceState, presenceExamples } from './presence.ts';
import { profileFieldEvents, profileFieldState, profileFieldExamples } from './profile-fields.ts';
import { reactionEvents, reactionExamples } from './reactions.ts';
import { organizationState } from './register-organization.ts';
import { reminderEvents, reminderState, reminderExamples } from './reminders.ts';
import { savedSnippetEvents, savedSnippetState, savedSnippetExamples } from './saved-snippets.ts';
import {
  scheduledMessageEvents,
  scheduledMessageState,
  scheduledMessageExamples,
} from './scheduled-messages.ts';
import { serverEvents, serverExamples } from './server.ts';
import { settingEvents, settingState, settingExamples } from './settings.ts';
import { statusEvents, statusState, statusExamples } from './status.ts';
import { submessageEvents, submessageExamples } from './submessages.ts';
import { subscriptionEvents, subscriptionState, subscriptionExamples } from './subscriptions.ts';
import { typingEvents, typingExamples } from './typing.ts';
import { defaultChannelEvents, defaultChannelState, defaultChannelExamples } from './update-channel.ts';
import { userTopicEvents, userTopicState, userTopicExamples } from './user-topics.ts';
import { userEvents, userState, userExamples } from './users.ts';

/** By event type. */
export const eventSchemas = {
  ...alertWordEvents,
  ...attachmentEvents,
  ...botEvents,
  ...callEvents,
  ...channelEvents,
  ...defaultChannelGroupEvents,
  ...deletionEvents,
  ...deviceEvents,
  ...doNotDisturbEvents,
  ...domainEvents,
  ...draftEvents,
  ...editEvents,
  ...emojiEvents,
  ...exportEvents,
  ...foldedSectionEvents,
  ...folderEvents,
  ...groupEvents,
  ...inviteEvents,
  ...linkifierEvents,
  ...messageFlagEvents,
  ...messageEvents,
  ...mutedUserEvents,
  ...navigationViewEvents,
  ...onboardingEvents,
  ...organizationEvents,
  ...pinnedMessagesEvents,
  ...pinnedTopicEvents,
  ...presenceEvents,
  ...profileFieldEvents,
  ...reactionEvents,
  ...reminderEvents,
  ...savedSnippetEvents,
  ...scheduledMessageEvents,
  ...serverEvents,
  ...settingEvents,
  ...statusEvents,
  ...submessageEvents,
  ...subscriptionEvents,
  ...typingEvents,
  ...defaultChannelEvents,
  ...userTopicEvents,
  ...userEvents,
};

/** By the values of `fetch_event_types`. */
export const registerFields = {
  ...alertWordState,
  ...botState,
  ...callState,
  ...channelState,
  ...defaultChannelGroupState,
  ...deviceState,
  ...doNotDisturbState,
  ...domainState,
  ...draftState,
  ...emojiState,
  ...foldedSectionState,
  ...folderState,
  ...groupState,
  ...linkifierState,
  ...messageFlagState,
  ...messageState,
  ...mutedUserState,
  ...navigationViewState,
  ...onboardingState,
  ...pinnedMessagesState,
  ...pinnedTopicState,
  ...presenceState,
  ...profileFieldState,
  ...reminderState,
  ...savedSnippetState,
  ...scheduledMessageState,
  ...settingState,
  ...statusState,
  ...subscriptionState,
  ...defaultChannelState,
  ...userTopicState,
  ...userState,
  ...organizationState,
};

/** At least one event of each type, for tests; a function, so that the client's bundle does not contain them. */
export const eventExamples = (): Examples<typeof eventSchemas> => ({
  ...alertWordExamples,
  ...attachmentExamples,
  ...botExamples,
  ...callExamples,
  ...channelExamples,
  ...defaultChannelGroupExamples,
  ...deletionExamples,
  ...deviceExamples,
  ...doNotDisturbExamples,
  ...domainExamples,
  ...draftExamples,
  ...editExamples,
  ...emojiExamples,
  ...exportExamples,
  ...foldedSectionExamples,
  ...folderExamples,
  ...groupExamples,
  ...inviteExamples,
  ...linkifierExamples,
  ...messageFlagExamples,
  ...messageExamples,
  ...mutedUserExamples,
  ...navigationViewExamples,
  ...onboardingExamples,
  ...organizationExamples,
  ...pinnedMessagesExamples,
  ...pinnedTopicExamples,
  ...presenceExamples,
  ...profileFieldExamples,
  ...reactionExamples,
  ...reminderExamples,
  ...savedSnippetExamples,
  ...scheduledMessageExamples,
  ...serverExamples,
  ...settingExamples,
  ...statusExamples,
  ...submessageExamples,
  ...subscriptionExamples,
  ...typingExamples,
  ...defaultChannelExamples,
  ...userTopicExamples,
  ...userExamples,
});
