/** The table of contents: every route there is. */
import { encodeDeletion } from '../events/delete-event.ts';
import { registerEncoder } from '../events/encode.ts';
import { encodeFlags } from '../events/flags-event.ts';
import { registerRecheck } from '../events/recheck.ts';
import { encodeEditTyping, encodeTyping } from '../events/typing-event.ts';
import type { Route } from '../http/route.ts';
import type { Mount } from '../http/server.ts';
import { mountAvatars } from './avatars/mount.ts';
import { avatarRoutes } from './avatars/routes.ts';
import { botRoutes } from './bots/routes.ts';
import { encodeChannelEvent } from './channels/encode.ts';
import { channelRoutes } from './channels/routes.ts';
import { deviceRoutes } from './devices/routes.ts';
import { tokenRoutes } from './devices/routes-tokens.ts';
import { domainRoutes } from './domains/routes.ts';
import { mountEmojiData } from './emoji/mount.ts';
import { encodeEmoji } from './emoji/encode.ts';
import { emojiRoutes } from './emoji/routes.ts';
import { mountPictures } from './emoji/pictures.ts';
import { mountEmojiSets } from './emoji/sets.ts';
import { draftRoutes } from './drafts/routes.ts';
import { recheckEvents } from './events/recheck.ts';
import { eventRoutes } from './events/routes.ts';
import { encodeGroupEvent } from './groups/events.ts';
import { groupRoutes } from './groups/routes.ts';
import { defaultGroupRoutes } from './default-channel-groups/routes.ts';
import { folderRoutes } from './folders/routes.ts';
import { inviteRoutes } from './invites/routes.ts';
import { alertWordRoutes } from './alert-words/routes.ts';
import { encodeLinkifiers } from './linkifiers/encode.ts';
import { mountLinkedMedia } from './linked-media/mount.ts';
import { linkifierRoutes } from './linkifiers/routes.ts';
import { encodeMessage } from './messages/encode.ts';
import { messageRoutes } from './messages/routes.ts';
import { encodeEdit } from './messages/serialize-edits.ts';
import { mutedUserRoutes } from './muted-users/routes.ts';
import { onboardingRoutes } from './onboarding/routes.ts';
import { mountOrganizationIcon } from './organization/mount.ts';
import { notificationRoutes } from './notifications/routes.ts';
import { organizationRoutes } from './organization/routes.ts';
import { organizationPictureRoutes } from './organization/routes-pictures.ts';
import { navigationViewRoutes } from './navigation-views/routes.ts';
import { openApiRoutes } from './openapi/routes.ts';
import { mountPublicPictures } from './pictures/mount.ts';
import { playgroundRoutes } from './playgrounds/routes.ts';
import { encodePresence } from './presence/encode.ts';
import { presenceRoutes } from './presence/routes.ts';
import { profileFieldRoutes } from './profile-fields/routes.ts';
import { encodeReaction } from './reactions/encode.ts';
import { reactionRoutes } from './reactions/routes.ts';
import { reminderRoutes } from './reminders/routes.ts';
import { reportRoutes } from './reports/routes.ts';
import { snippetRoutes } from './saved-snippets/routes.ts';
import { mountResumable } from './resumable/mount.ts';
import { scheduledRoutes } from './scheduled-messages/routes.ts';
import { serverRoutes } from './server/routes.ts';
import { sessionRoutes } from './sessions/routes.ts';
import { statusRoutes } from './status/routes.ts';
import { encodeStatus } from './status/encode.ts';
import { encodeSubscription } from './subscriptions/encode.ts';
import { submessageRoutes } from './submessages/routes.ts';
import { settingRoutes } from './settings/routes.ts';
import { subscriptionRoutes } from './subscriptions/routes.ts';
import { mountUploads } from './uploads/mount.ts';
import { uploadRoutes } from './uploads/routes.ts';
import { typingRoutes } from './typing/routes.ts';
import { encodeMutedTopics, encodeUserTopic } from './user-topics/encode.ts';
import { userTopicRoutes } from './user-topics/routes.ts';
import { encodeUserEvent } from './users/events.ts';
import { userRoutes } from './users/routes.ts';

registerEncoder('delete_message', encodeDeletion);
registerEncoder('message', encodeMessage);
registerEncoder('presence', encodePresence);
registerEncoder('muted_topics', encodeMutedTopics);
registerEncoder('reaction', encodeReaction);
registerEncoder('realm_emoji', encodeEmoji);
registerEncoder('realm_linkifiers', encodeLinkifiers);
registerEncoder('realm_user', encodeUserEvent);
registerEncoder('stream', encodeChannelEvent);
registerEncoder('subscription', encodeSubscription);
registerEncoder('typing', encodeTyping);
registerEncoder('typing_edit_message', encodeEditTyping);
registerEncoder('update_message', encodeEdit);
registerEncoder('update_message_flags', encodeFlags);
registerEncoder('user_group', encodeGroupEvent);
registerEncoder('user_status', encodeStatus);
registerEncoder('user_topic', encodeUserTopic);
registerRecheck(recheckEvents);

const described: readonly Route[] = [
  ...alertWordRoutes,
  ...avatarRoutes,
  ...botRoutes,
  ...channelRoutes,
  ...deviceRoutes,
  ...domainRoutes,
  ...draftRoutes,
  ...emojiRoutes,
  ...eventRoutes,
  ...defaultGroupRoutes,
  ...folderRoutes,
  ...groupRoutes,
  ...inviteRoutes,
  ...linkifierRoutes,
  ...messageRoutes,
  ...mutedUserRoutes,
  ...navigationViewRoutes,
  ...onboardingRoutes,
  ...notificationRoutes,
  ...organizationRoutes,
  ...organizationPictureRoutes,
  ...playgroundRoutes,
  ...presenceRoutes,
  ...profileFieldRoutes,
  ...reactionRoutes,
  ...reminderRoutes,
  ...reportRoutes,
  ...scheduledRoutes,
  ...serverRoutes,
  ...snippetRoutes,
  ...sessionRoutes,
  ...statusRoutes,
  ...settingRoutes,
  ...submessageRoutes,
  ...subscriptionRoutes,
  ...tokenRoutes,
  ...typingRoutes,
  ...uploadRoutes,
  ...userTopicRoutes,
  ...userRoutes,
];

/** What is served beside the API. */
export const mounts: readonly Mount[] = [
  mountLinkedMedia,
  mountAvatars,
  mountEmojiData,
  mountPublicPictures,
  mountPictures,
  mountEmojiSets,
  mountOrganizationIcon,
  mountResumable,
  mountUploads,
];

export const routes: readonly Route[] = [...described, ...openApiRoutes(described)];
