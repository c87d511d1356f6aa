/**
 * What the client knows, and how events change it. The law: the state of one registration, after the events of its
 * queue, is the state that a new registration would give (see `registered`).
 */
import type { Event, EventOf, EventType } from '../../../wire/events.ts';
import type { RegisterAnswer } from '../../../wire/register.ts';
import type { SystemBot } from '../../../wire/users.ts';
import { reduceAttachments, type Attachments } from './messages/attachments.ts';
import { botsFromRegister, reduceBots, type Bots } from './people/bots.ts';
import { channelsFromRegister, reduceChannels, type Channels } from './channels/channels.ts';
import { nothingOpen, reduceDeletion, type OpenNewest } from './messages/deletion.ts';
import { reduceEdit } from './messages/edits.ts';
import { reduceFlags, unreadsFromRegister, type Unreads } from './messages/flags.ts';
import { devicesFromRegister, reduceDevices, type Devices } from './personal/devices.ts';
import { domainsFromRegister, reduceDomains, type Domains } from './organization/domains.ts';
import { draftsFromRegister, reduceDrafts, type Drafts } from './personal/synced-drafts.ts';
import { foldersFromRegister, reduceFolders, type Folders } from './channels/folders.ts';
import { groupsFromRegister, reduceGroups, type Groups } from './people/groups.ts';
import { linkifiersFromRegister, reduceLinkifiers, type Linkifiers } from './organization/linkifiers.ts';
import {
  conversationsFromRegister,
  reduceMessageFlags,
  reduceMessages,
  type DirectConversations,
  type Messages,
} from './messages/messages.ts';
import {
  navigationViewsFromRegister,
  reduceNavigationViews,
  type NavigationViews,
} from './personal/navigation-views.ts';
import { without } from './objects.ts';
import {
  personalFromRegister,
  reduceAlertWords,
  reduceMutedUsers,
  reduceOnboarding,
  reduceSettingDefaults,
  reduceSettings,
  reduceUserTopics,
  type Personal,
} from './personal/personal.ts';
import {
  profileFieldsFromRegister,
  reduceProfileFields,
  type ProfileFields,
} from './people/profile-fields.ts';
import {
  organizationFromRegister,
  reduceOrganization,
  reduceRestart,
  serverFromRegister,
  type Organization,
  type Server,
} from './organization/organization.ts';
import { ownEmojiFromRegister, reduceOwnEmoji, type OwnEmoji } from './organization/own-emoji.ts';
import { playgroundsFromRegister, reducePlaygrounds, type Playgrounds } from './organization/playgrounds.ts';
import { presencesFromRegister, reducePresence, type Presences } from './people/presence.ts';
import { reduceReactions } from './messages/reactions.ts';
import { reduceSubmessages } from './messages/submessages.ts';
import {
  asksForSubscribers,
  reduceSubscriptions,
  subscribersFromRegister,
  subscriptionsFromRegister,
  type SubscribersByChannel,
  type Subscriptions,
} from './channels/subscriptions.ts';
import { reduceSnippets, snippetsFromRegister, type Snippets } from './personal/saved-snippets.ts';
import {
  reduceReminders,
  reduceScheduled,
  remindersFromRegister,
  scheduledFromRegister,
  type Reminders,
  type Scheduled,
} from './personal/scheduled.ts';
import { reduceStatus, statusesFromRegister, type Statuses } from './people/status.ts';
import { noTyping, reduceEditTyping, reduceTyping, type Typing } from './messages/typing.ts';
import {
  ownFromRegister,
  reduceUsers,
  systemBotsFromRegister,
  usersFromRegister,
  type Own,
  type Users,
} from './people/users.ts';

export { holds, isInGroup } from './people/groups.ts';
export { directKey, topicKey } from './messages/flags.ts';
export { keepMessages } from './messages/messages.ts';
export { registration } from './registration.ts';
export type { Server } from './organization/organization.ts';
export { typingKey } from './messages/typing.ts';
export type { Users } from './people/users.ts';

/** Changed in place by `applyEvent`. */
export type State = {
  own: Own;
  users: Users;
  systemBots: Map<number, SystemBot>;
  /** Those that the person may administer. */
  bots: Bots;
  groups: Groups;
  channels: Channels;
  /** Where new people come into; guests are not told. */
  defaultChannels: number[];
  subscriptions: Subscriptions;
  /** Settings that outlived their subscription. */
  unsubscribed: Subscriptions;
  subscribers: SubscribersByChannel;
  keepsSubscribers: boolean;
  messages: Messages;
  maxMessageId: number;
  openNewest: OpenNewest;
  conversations: DirectConversations;
  unreads: Unreads;
  starred: Set<number>;
  typing: Typing;
  presences: Presences;
  statuses: Statuses;
  devices: Devices;
  drafts: Drafts;
  snippets: Snippets;
  scheduled: Scheduled;
  reminders: Reminders;
  /** Files that were told of since the registration, or of a list that was fetched. */
  attachments: Attachments;
  /** Bytes; undefined until told. */
  uploadSpaceUsed: number | undefined;
  personal: Personal;
  folders: Folders;
  profileFields: ProfileFields;
  navigationViews: NavigationViews;
  domains: Domains;
  linkifiers: Linkifiers;
  playgrounds: Playgrounds;
  ownEmoji: OwnEmoji;
  organization: Organization;
  deactivated: boolean;
  server: Server;
};

/** @throws Error if the answer lacks the person's own account. */
export function stateFromRegister(answer: RegisterAnswer): State {
  const own = ownFromRegister(answer);
  return {
    own,
    users: usersFromRegister(answer),
    systemBots: systemBotsFromRegister(answer),
    bots: botsFromRegister(answer),
    groups: groupsFromRegister(answer),
    channels: channelsFromRegister(answer),
    defaultChannels: answer.realm_default_streams ?? [],
    subscriptions: subscriptionsFromRegister(answer.subscriptions),
    unsubscribed: subscriptionsFromRegister(answer.unsubscribed),
    subscribers: subscribersFromRegister(answer),
    keepsSubscribers: asksForSubscribers(answer),
    messages: new Map(),
    maxMessageId: answer.max_message_id ?? -1,
    openNewest: nothingOpen(),
    conversations: conversationsFromRegister(answer, own.user_id),
    unreads: unreadsFromRegister(answer.unread_msgs, own.user_id),
    starred: new Set(answer.starred_messages),
    typing: noTyping(),
    presences: presencesFromRegister(answer),
    statuses: statusesFromRegister(answer),
    devices: devicesFromRegister(answer),
    drafts: draftsFromRegister(answer),
    snippets: snippetsFromRegister(answer),
    scheduled: scheduledFromRegister(answer),
    reminders: remindersFromRegister(answer),
    attachments: new Map(),
    uploadSpaceUsed: undefined,
    personal: personalFromRegister(answer),
    navigationViews: navigationViewsFromRegister(answer),
    folders: foldersFromRegister(answer),
    profileFields: profileFieldsFromRegister(answer),
    domains: domainsFromRegister(answer),
    linkifiers: linkifiersFromRegister(answer),
    ownEmoji: ownEmojiFromRegister(answer),
    playgrounds: playgroundsFromRegister(answer),
    organization: organizationFromRegister(answer),
    deactivated: false,
    server: serverFromRegister(answer),
  };
}

export const reducers: { readonly [T in EventType]: (state: State, event: EventOf<T>) => void } = {
  alert_words: reduceAlertWords,
  attachment: reduceAttachments,
  channel_folder: reduceFolders,
  custom_profile_fields: reduceProfileFields,
  // Nothing shows them.
  default_stream_groups: () => undefined,
  default_streams: (state, event) => {
    state.defaultChannels = event.default_streams;
  },
  delete_message: reduceDeletion,
  device: reduceDevices,
  drafts: reduceDrafts,
  heartbeat: () => undefined,
  // A page that shows them asks again; there is nothing of them in a registration.
  invites_changed: () => undefined,
  message: reduceMessages,
  // Told by user_topic too.
  muted_topics: () => undefined,
  muted_users: reduceMutedUsers,
  navigation_view: reduceNavigationViews,
  onboarding_steps: reduceOnboarding,
  presence: reducePresence,
  reaction: reduceReactions,
  realm: reduceOrganization,
  realm_bot: reduceBots,
  realm_domains: reduceDomains,
  realm_linkifiers: reduceLinkifiers,
  realm_emoji: reduceOwnEmoji,
  realm_playgrounds: reducePlaygrounds,
  realm_user: reduceUsers,
  realm_user_settings_defaults: reduceSettingDefaults,
  reminders: reduceReminders,
  restart: reduceRestart,
  saved_snippets: reduceSnippets,
  scheduled_messages: reduceScheduled,
  stream: reduceChannels,
  submessage: reduceSubmessages,
  subscription: reduceSubscriptions,
  typing: reduceTyping,
  typing_edit_message: reduceEditTyping,
  update_message: reduceEdit,
  update_message_flags: (state, event) => {
    reduceFlags(state, event);
    reduceMessageFlags(state, event);
  },
  user_group: reduceGroups,
  user_settings: reduceSettings,
  user_status: reduceStatus,
  user_topic: reduceUserTopics,
};

/** Events of types that this store does not know change nothing. */
export function applyEvent(state: State, event: Event): void {
  const reduce = (reducers as Partial<Record<string, (state: State, event: Event) => void>>)[event.type];
  reduce?.(state, event);
}

const fleeting = [
  'messages',
  'openNewest',
  'attachments',
  'uploadSpaceUsed',
  'typing',
  'keepsSubscribers',
  'deactivated',
] as const satisfies readonly (keyof State)[];

/** The part of the state that a new registration gives again: all but the messages at hand, and who is writing. */
export const registered = (state: State): Omit<State, (typeof fleeting)[number]> => without(state, fleeting);
