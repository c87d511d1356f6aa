/**
 * Written by npm run lists: every feature that an `index.ts` of `features/` declares. Where two react to the same hook, the
 * earlier one of this list runs first.
 */
import { alertWordsFeature } from '../features/alert-words/index.ts';
import { apiKeysFeature } from '../features/api-keys/index.ts';
import { auditLogFeature } from '../features/audit-log/index.ts';
import { avatarsFeature } from '../features/avatars/index.ts';
import { botsFeature } from '../features/bots/index.ts';
import { callsFeature } from '../features/calls/index.ts';
import { channelEmailFeature } from '../features/channel-email/index.ts';
import { channelsFeature } from '../features/channels/index.ts';
import { defaultChannelGroupsFeature } from '../features/default-channel-groups/index.ts';
import { devicesFeature } from '../features/devices/index.ts';
import { digestsFeature } from '../features/digests/index.ts';
import { doNotDisturbFeature } from '../features/do-not-disturb/index.ts';
import { domainsFeature } from '../features/domains/index.ts';
import { draftsFeature } from '../features/drafts/index.ts';
import { embeddedBotsFeature } from '../features/embedded-bots/index.ts';
import { emojiFeature } from '../features/emoji/index.ts';
import { eventsFeature } from '../features/events/index.ts';
import { exportsFeature } from '../features/exports/index.ts';
import { externalSignInFeature } from '../features/external-sign-in/index.ts';
import { foldedSectionsFeature } from '../features/folded-sections/index.ts';
import { foldersFeature } from '../features/folders/index.ts';
import { gifsFeature } from '../features/gifs/index.ts';
import { groupsFeature } from '../features/groups/index.ts';
import { importsFeature } from '../features/imports/index.ts';
import { incomingWebhooksFeature } from '../features/incoming-webhooks/index.ts';
import { invitesFeature } from '../features/invites/index.ts';
import { linkifiersFeature } from '../features/linkifiers/index.ts';
import { mcpFeature } from '../features/mcp/index.ts';
import { mediaProxyFeature } from '../features/media-proxy/index.ts';
import { messageDeleteFeature } from '../features/message-delete/index.ts';
import { messageEditFeature } from '../features/message-edit/index.ts';
import { messageFetchFeature } from '../features/message-fetch/index.ts';
import { messageFlagsFeature } from '../features/message-flags/index.ts';
import { messageSendFeature } from '../features/message-send/index.ts';
import { mobilePushFeature } from '../features/mobile-push/index.ts';
import { mutedUsersFeature } from '../features/muted-users/index.ts';
import { navigationViewsFeature } from '../features/navigation-views/index.ts';
import { notificationsFeature } from '../features/notifications/index.ts';
import { onboardingFeature } from '../features/onboarding/index.ts';
import { organizationFeature } from '../features/organization/index.ts';
import { outgoingWebhooksFeature } from '../features/outgoing-webhooks/index.ts';
import { passwordLinksFeature } from '../features/password-links/index.ts';
import { picturesFeature } from '../features/pictures/index.ts';
import { pinnedMessagesFeature } from '../features/pinned-messages/index.ts';
import { pinnedTopicsFeature } from '../features/pinned-topics/index.ts';
import { playgroundsFeature } from '../features/playgrounds/index.ts';
import { presenceFeature } from '../features/presence/index.ts';
import { profileFieldsFeature } from '../features/profile-fields/index.ts';
import { pushFeature } from '../features/push/index.ts';
import { reactionsFeature } from '../features/reactions/index.ts';
import { remindersFeature } from '../features/reminders/index.ts';
import { reportsFeature } from '../features/reports/index.ts';
import { savedSnippetsFeature } from '../features/saved-snippets/index.ts';
import { scheduledMessagesFeature } from '../features/scheduled-messages/index.ts';
import { scimFeature } from '../features/scim/index.ts';
import { serverFeature } from '../features/server/index.ts';
import { sessionsFeature } from '../features/sessions/index.ts';
import { settingsFeature } from '../features/settings/index.ts';
import { signInProvidersFeature } from '../features/sign-in-providers/index.ts';
import { signInFeature } from '../features/sign-in/index.ts';
import { slashCommandsFeature } from '../features/slash-commands/index.ts';
import { spectatorsFeature } from '../features/spectators/index.ts';
import { statusFeature } from '../features/status/index.ts';
import { submessagesFeature } from '../features/submessages/index.ts';
import { subscriptionsFeature } from '../features/subscriptions/index.ts';
import { topicSummariesFeature } from '../features/topic-summaries/index.ts';
import { transcriptsFeature } from '../features/transcripts/index.ts';
import { tusUploadsFeature } from '../features/tus-uploads/index.ts';
import { twoFactorFeature } from '../features/two-factor/index.ts';
import { typingFeature } from '../features/typing/index.ts';
import { unsupportedFeature } from '../features/unsupported/index.ts';
import { uploadsFeature } from '../features/uploads/index.ts';
import { userTopicsFeature } from '../features/user-topics/index.ts';
import { usersFeature } from '../features/users/index.ts';
import { websitePreviewsFeature } from '../features/website-previews/index.ts';

export const features = [
  alertWordsFeature,
  apiKeysFeature,
  auditLogFeature,
  avatarsFeature,
  botsFeature,
  callsFeature,
  channelEmailFeature,
  channelsFeature,
  defaultChannelGroupsFeature,
  devicesFeature,
  digestsFeature,
  doNotDisturbFeature,
  domainsFeature,
  draftsFeature,
  embeddedBotsFeature,
  emojiFeature,
  eventsFeature,
  exportsFeature,
  externalSignInFeature,
  foldedSectionsFeature,
  foldersFeature,
  gifsFeature,
  groupsFeature,
  importsFeature,
  incomingWebhooksFeature,
  invitesFeature,
  linkifiersFeature,
  mcpFeature,
  mediaProxyFeature,
  messageDeleteFeature,
  messageEditFeature,
  messageFetchFeature,
  messageFlagsFeature,
  messageSendFeature,
  mobilePushFeature,
  mutedUsersFeature,
  navigationViewsFeature,
  notificationsFeature,
  onboardingFeature,
  organizationFeature,
  outgoingWebhooksFeature,
  passwordLinksFeature,
  picturesFeature,
  pinnedMessagesFeature,
  pinnedTopicsFeature,
  playgroundsFeature,
  presenceFeature,
  profileFieldsFeature,
  pushFeature,
  reactionsFeature,
  remindersFeature,
  reportsFeature,
  savedSnippetsFeature,
  scheduledMessagesFeature,
  scimFeature,
  serverFeature,
  sessionsFeature,
  settingsFeature,
  signInProvidersFeature,
  signInFeature,
  slashCommandsFeature,
  spectatorsFeature,
  statusFeature,
  submessagesFeature,
  subscriptionsFeature,
  topicSummariesFeature,
  transcriptsFeature,
  tusUploadsFeature,
  twoFactorFeature,
  typingFeature,
  unsupportedFeature,
  uploadsFeature,
  userTopicsFeature,
  usersFeature,
  websitePreviewsFeature,
] as const;
