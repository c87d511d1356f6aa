/** One valid object of each kind, and at least one event of each type, for tests. */
import { alertWordExamples } from './alert-words.ts';
import { attachmentExamples } from './attachments.ts';
import { botExamples } from './bots.ts';
import { channelExamples } from './channels.ts';
import type { Examples } from './core.ts';
import { defaultChannelGroupExamples } from './default-channel-groups.ts';
import { deletionExamples } from './deletion.ts';
import { deviceExamples } from './devices.ts';
import { domainExamples } from './domains.ts';
import { draftExamples } from './drafts.ts';
import { editExamples } from './edits.ts';
import { emojiExamples } from './emoji.ts';
import type { eventSchemas } from './events.ts';
import { folderExamples } from './folders.ts';
import { groupExamples } from './groups.ts';
import { inviteExamples } from './invites.ts';
import { linkifierExamples } from './linkifiers.ts';
import { messageFlagExamples } from './message-flags.ts';
import { messageExamples } from './messages.ts';
import { mutedUserExamples } from './muted-users.ts';
import { navigationViewExamples } from './navigation-views.ts';
import { onboardingExamples } from './onboarding.ts';
import { organizationExamples } from './organization.ts';
import { presenceExamples } from './presence.ts';
import { profileFieldExamples } from './profile-fields.ts';
import { reactionExamples } from './reactions.ts';
import { reminderExamples } from './reminders.ts';
import { savedSnippetExamples } from './saved-snippets.ts';
import { scheduledMessageExamples } from './scheduled-messages.ts';
import { serverExamples } from './server.ts';
import { settingExamples } from './settings.ts';
import { statusExamples } from './status.ts';
import { submessageExamples } from './submessages.ts';
import { subscriptionExamples } from './subscriptions.ts';
import { typingExamples } from './typing.ts';
import { defaultChannelExamples } from './update-channel.ts';
import { userTopicExamples } from './user-topics.ts';
import { userExamples } from './users.ts';

export { channelExample as channel } from './channels.ts';
export { groupExample as group } from './groups.ts';
export {
  channelMessageExample as channelMessage,
  directMessageExample as directMessage,
} from './messages.ts';
export { subscriptionExample as subscription } from './subscriptions.ts';
export { userExample as user } from './users.ts';

export const eventExamples: Examples<typeof eventSchemas> = {
  ...alertWordExamples,
  ...attachmentExamples,
  ...botExamples,
  ...channelExamples,
  ...defaultChannelGroupExamples,
  ...deletionExamples,
  ...deviceExamples,
  ...domainExamples,
  ...draftExamples,
  ...editExamples,
  ...emojiExamples,
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
};
