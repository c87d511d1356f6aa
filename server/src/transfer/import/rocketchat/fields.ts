/** What becomes of the fields of a dump, by collection. */
import { repeating, type FieldFate } from '../reading/tally.ts';

type Fields = Readonly<Record<string, FieldFate>>;

const read = (names: string): Fields =>
  Object.fromEntries(names.split(' ').map((name) => [name, 'read'] as const));

const common = repeating('_updatedAt __v createdAt _rocketUserId');

/** Notices: that people joined, or what was changed. */
const notices =
  /^(?:uj|ul|au|ru|ut|wm|r|ujt|ult|rm|e2e|au-to-team|added-user-to-team|removed-user-from-team|user-(?:un)?muted|message_pinned|command|otr|otr-ack|videoconf|jitsi_call_started|rtc|discussion-created|thread-created|room[-_].+|subscription-role-.+|user-.+|livechat.+|voip.+|new-.+|omnichannel.+)$/;

export const isKnownKind = (kind: string): boolean => kind === '' || notices.test(kind);

export const fates: Readonly<Record<string, Fields>> = {
  users: {
    ...read('_id username name type emails roles active statusText __rooms'),
    ...common,
    // Passwords and sessions stay there.
    ...repeating(
      'services settings status statusConnection statusDefault utcOffset lastLogin requirePasswordChange',
    ),
    ...repeating(
      'avatarETag avatarOrigin avatarUrl banners inviteToken freeSwitchExtension federated requirePasswordChangeReason',
    ),
    bio: { without: 'Only names, addresses and statuses of people come.' },
    nickname: { without: 'Only names, addresses and statuses of people come.' },
    phone: { without: 'Only names, addresses and statuses of people come.' },
    customFields: { without: 'Only names, addresses and statuses of people come.' },
    language: { without: 'People choose their language here.' },
  },
  rocketchat_team: { ...read('_id name type'), ...common, ...repeating('createdBy roomId') },
  rocketchat_team_member: { ...read('teamId userId'), ...common, ...repeating('_id createdBy roles') },
  rocketchat_custom_emoji: { ...read('_id name aliases extension'), ...common, ...repeating('etag') },
  rocketchat_subscription: {
    ...read('rid u'),
    ...common,
    ...repeating(
      '_id open alert unread userMentions groupMentions ts ls lr name fname t tunread tunreadUser',
    ),
    ...repeating(
      'tunreadGroup customFields prid v E2EKey E2ESuggestedKey oldRoomKeys hideUnreadStatus teamMain teamId',
    ),
    f: { without: 'Favourites of people do not come.' },
    archived: 'repeats',
    roles: { without: 'Roles in rooms do not come: administrators manage channels here.' },
    ...Object.fromEntries(
      [
        'desktopNotifications',
        'mobilePushNotifications',
        'emailNotifications',
        'disableNotifications',
        'muteGroupMentions',
      ].map((name) => [name, { without: 'People choose their notifications here.' }] as const),
    ),
  },
  rocketchat_room: {
    ...read('_id t name fname prid uids ro archived default description topic ts teamId'),
    ...common,
    ...repeating(
      'usernames msgs usersCount u lm lastMessage sysMes federated teamMain teamDefault autoTranslateLanguage',
    ),
    ...repeating(
      'e2eKeyId featured muted unmuted reactWhenReadOnly encrypted usersWaitingForE2EKeys customFields',
    ),
    announcement: { without: 'Announcements of rooms do not come.' },
    avatarETag: { without: 'Pictures of rooms do not come.' },
    joinCode: { without: 'A channel here has no password: see who may subscribe.' },
    ...repeating('joinCodeRequired'),
    retention: { without: 'How long messages stay is decided here.' },
  },
  rocketchat_message: {
    ...read(
      '_id rid msg ts u t tmid tcount alias attachments file files reactions starred pinned editedAt _hidden',
    ),
    ...common,
    // What is in the text too, or follows from other messages.
    ...repeating(
      'mentions channels urls md editedBy replies tlm tshow groupable parseUrls pinnedAt pinnedBy unread',
    ),
    ...repeating(
      'drid dcount dlm avatar emoji bot federation tokens token dids replyTo role roles private content',
    ),
    ...repeating('sentByEmail rate autoTranslate translations e2e customFields'),
    blocks: { without: 'Buttons and polls of apps do not work here.' },
    actionLinks: { without: 'Buttons and polls of apps do not work here.' },
    location: { without: 'Places on a map do not come.' },
  },
};
