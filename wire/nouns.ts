/**
 * Written by npm run lists: the nouns of the API. Each is a file of this folder that exports the schemas of its events
 * (`xEvents`), its keys of `/register` (`xState`), and examples of its events (`xExamples`).
 */
import type { Examples } from './core.ts';
import { alertWordState, alertWordEvents, alertWordExamples } from './alert-words.ts';
import { attachmentEvents, attachmentExamples } from './attachments.ts';
import { botState, botEvents, botExamples } from './bots.ts';
import { callEvents, callState, callExamples } from './calls.ts';
import { channelState, channelEvents, channelExamples } from './channels.ts';
import {
  defaultChannelGroupState,
  defaultChannelGroupEvents,
  defaultChannelGroupExamples,
} from './default-channel-groups.ts';
import { deletionEvents, deletionExamples } from './deletion.ts';
import { deviceState, deviceEvents, deviceExamples } from './devices.ts';
import { doNotDisturbState, doNotDisturbEvents, doNotDisturbExamples } from './do-not-disturb.ts';
import { domainState, domainEvents, domainExamples } from './domains.ts';
import { draftState, draftEvents, draftExamples } from './drafts.ts';
import { editEvents, editExamples } from './edits.ts';
import { emojiState, emojiEvents, emojiExamples } from './emoji.ts';
import { exportEvents, exportExamples } from './exports.ts';
import { foldedSectionState, foldedSectionEvents, foldedSectionExamples } from './folded-sections.ts';
import { folderState, folderEvents, folderExamples } from './folders.ts';
import { groupState, groupEvents, groupExamples } from './groups.ts';
import { inviteEvents, inviteExamples } from './invites.ts';
import { linkifierState, linkifierEvents, linkifierExamples } from './linkifiers.ts';
import { messageFlagState, messageFlagEvents, messageFlagExamples } from './message-flags.ts';
import { messageState, messageEvents, messageExamples } from './messages.ts';
import { mutedUserState, mutedUserEvents, mutedUserExamples } from './muted-users.ts';
import { navigationViewState, navigationViewEvents, navigationViewExamples } from './navigation-views.ts';
import { onboardingState, onboardingEvents, onboardingExamples } from './onboarding.ts';
import { organizationEvents, organizationExamples } from './organization.ts';
import { pinnedMessagesState, pinnedMessagesEvents, pinnedMessagesExamples } from './pinned-messages.ts';
import { pinnedTopicState, pinnedTopicEvents, pinnedTopicExamples } from './pinned-topics.ts';
import { presenceState, presenceEvents, presenceExamples } from './presence.ts';
import { profileFieldState, profileFieldEvents, profileFieldExamples } from './profile-fields.ts';
import { reactionEvents, reactionExamples } from './reactions.ts';
import { organizationState } from './register-organization.ts';
import { reminderState, reminderEvents, reminderExamples } from './reminders.ts';
import { savedSnippetState, savedSnippetEvents, savedSnippetExamples } from './saved-snippets.ts';
import {
  scheduledMessageState,
  scheduledMessageEvents,
  scheduledMessageExamples,
} from './scheduled-messages.ts';
import { serverEvents, serverExamples } from './server.ts';
import { settingState, settingEvents, settingExamples } from './settings.ts';
import { statusState, statusEvents, statusExamples } from './status.ts';
import { submessageEvents, submessageExamples } from './submessages.ts';
import { subscriptionState, subscriptionEvents, subscriptionExamples } from './subscriptions.ts';
import { typingEvents, typingExamples } from './typing.ts';
import { defaultChannelState, defaultChannelEvents, defaultChannelExamples } from './update-channel.ts';
import { userTopicState, userTopicEvents, userTopicExamples } from './user-topics.ts';
import { userState, userEvents, userExamples } from './users.ts';

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
  ...organizationState,
  ...reminderState,
  ...savedSnippetState,
  ...scheduledMessageState,
  ...settingState,
  ...statusState,
  ...subscriptionState,
  ...defaultChannelState,
  ...userTopicState,
  ...userState,
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
