/** The table of contents: every route there is. */
import { encodeDeletion } from '../core/events/delete-event.ts';
import { registerEncoder } from '../core/events/encode.ts';
import { encodeFlags } from '../core/events/flags-event.ts';
import { registerRecheck } from '../core/events/recheck.ts';
import { encodeEditTyping, encodeTyping } from '../core/events/typing-event.ts';
import type { Route } from '../http/route.ts';
import type { Mount } from '../http/server.ts';
import { mountAvatars } from '../features/avatars/mount.ts';
import { avatarRoutes } from '../features/avatars/routes.ts';
import { botRoutes } from '../features/bots/routes.ts';
import { encodeChannelEvent } from '../features/channels/encode.ts';
import { channelRoutes } from '../features/channels/routes.ts';
import { deviceRoutes } from '../features/devices/routes.ts';
import { tokenRoutes } from '../features/devices/routes-tokens.ts';
import { domainRoutes } from '../features/domains/routes.ts';
import { mountEmojiData } from '../features/emoji/mount.ts';
import { encodeEmoji } from '../features/emoji/encode.ts';
import { emojiRoutes } from '../features/emoji/routes.ts';
import { mountPictures } from '../features/emoji/pictures.ts';
import { mountEmojiSets } from '../features/emoji/sets.ts';
import { draftRoutes } from '../features/drafts/routes.ts';
import { recheckEvents } from '../features/events/recheck.ts';
import { eventRoutes } from '../features/events/routes.ts';
import { encodeGroupEvent } from '../features/groups/events.ts';
import { groupRoutes } from '../features/groups/routes.ts';
import { defaultGroupRoutes } from '../features/default-channel-groups/routes.ts';
import { folderRoutes } from '../features/folders/routes.ts';
import { inviteRoutes } from '../features/invites/routes.ts';
import { alertWordRoutes } from '../features/alert-words/routes.ts';
import { encodeLinkifiers } from '../features/linkifiers/encode.ts';
import { mountLinkedMedia } from '../features/media-proxy/mount.ts';
import { linkifierRoutes } from '../features/linkifiers/routes.ts';
import { encodeMessage } from '../features/message-fetch/encode.ts';
import { messageRoutes } from '../features/messages/routes.ts';
import { encodeEdit } from '../features/message-edit/serialize-edits.ts';
import { mutedUserRoutes } from '../features/muted-users/routes.ts';
import { onboardingRoutes } from '../features/onboarding/routes.ts';
import { mountOrganizationIcon } from '../features/organization/mount.ts';
import { notificationRoutes } from '../features/notifications/routes.ts';
import { organizationRoutes } from '../features/organization/routes.ts';
import { organizationPictureRoutes } from '../features/organization/routes-pictures.ts';
import { navigationViewRoutes } from '../features/navigation-views/routes.ts';
import { openApiRoutes } from '../features/openapi/routes.ts';
import { mountPublicPictures } from '../features/pictures/mount.ts';
import { playgroundRoutes } from '../features/playgrounds/routes.ts';
import { encodePresence } from '../features/presence/encode.ts';
import { presenceRoutes } from '../features/presence/routes.ts';
import { profileFieldRoutes } from '../features/profile-fields/routes.ts';
import { encodeReaction } from '../features/reactions/encode.ts';
import { reactionRoutes } from '../features/reactions/routes.ts';
import { reminderRoutes } from '../features/reminders/routes.ts';
import { reportRoutes } from '../features/reports/routes.ts';
import { snippetRoutes } from '../features/saved-snippets/routes.ts';
import { mountResumable } from '../features/tus-uploads/mount.ts';
import { scheduledRoutes } from '../features/scheduled-messages/routes.ts';
import { serverRoutes } from '../features/server/routes.ts';
import { sessionRoutes } from '../features/sessions/routes.ts';
import { statusRoutes } from '../features/status/routes.ts';
import { encodeStatus } from '../features/status/encode.ts';
import { encodeSubscription } from '../features/subscriptions/encode.ts';
import { submessageRoutes } from '../features/submessages/routes.ts';
import { settingRoutes } from '../features/settings/routes.ts';
import { subscriptionRoutes } from '../features/subscriptions/routes.ts';
import { mountUploads } from '../features/uploads/mount.ts';
import { uploadRoutes } from '../features/uploads/routes.ts';
import { typingRoutes } from '../features/typing/routes.ts';
import { encodeMutedTopics, encodeUserTopic } from '../features/user-topics/encode.ts';
import { userTopicRoutes } from '../features/user-topics/routes.ts';
import { encodeUserEvent } from '../features/users/events.ts';
import { userRoutes } from '../features/users/routes.ts';

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
