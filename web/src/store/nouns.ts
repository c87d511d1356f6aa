/** All nouns of the store. */
import type { EventType } from '../../../wire/events.ts';
import type { FetchKey } from '../../../wire/register.ts';
import { channels } from './channels/channels.ts';
import { folders } from './channels/folders.ts';
import { topics } from './channels/topics.ts';
import { attachments } from './messages/attachments.ts';
import { deletion } from './messages/deletion.ts';
import { edits } from './messages/edits.ts';
import { messageFlags } from './own/flags.ts';
import { messages } from './messages/messages.ts';
import { pinnedMessages } from './messages/pinned-messages.ts';
import { reactions } from './messages/reactions.ts';
import { submessages } from './messages/submessages.ts';
import { typing } from './messages/typing.ts';
import type { KeyOf, NounOver, ReducedBy, StateOf, UndecidedOf } from './base/noun.ts';
import { dataExports } from './organization/data-exports.ts';
import { domains } from './organization/domains.ts';
import { linkifiers } from './organization/linkifiers.ts';
import { organization } from './organization/organization.ts';
import { ownEmoji } from './organization/own-emoji.ts';
import { playgrounds } from './organization/playgrounds.ts';
import { bots } from './people/bots.ts';
import { doNotDisturb } from './people/do-not-disturb.ts';
import { groups } from './people/groups.ts';
import { own } from './own/own.ts';
import { presences } from './people/presence.ts';
import { profileFields } from './people/profile-fields.ts';
import { statuses } from './people/status.ts';
import { users } from './people/users.ts';
import { callAccounts } from './personal/call-accounts.ts';
import { devices } from './personal/devices.ts';
import { navigationViews } from './personal/navigation-views.ts';
import { pinnedTopics } from './personal/pinned-topics.ts';
import { personal } from './personal/personal.ts';
import { snippets } from './personal/saved-snippets.ts';
import { reminders, scheduled } from './personal/scheduled.ts';
import { drafts } from './personal/synced-drafts.ts';

const listed = {
  attachments,
  bots,
  callAccounts,
  channels,
  dataExports,
  deletion,
  devices,
  doNotDisturb,
  domains,
  drafts,
  edits,
  folders,
  groups,
  linkifiers,
  messageFlags,
  messages,
  navigationViews,
  pinnedMessages,
  pinnedTopics,
  organization,
  own,
  ownEmoji,
  personal,
  playgrounds,
  presences,
  profileFields,
  reactions,
  reminders,
  scheduled,
  snippets,
  statuses,
  submessages,
  topics,
  typing,
  users,
};

type ListedNoun = (typeof listed)[keyof typeof listed];

/** The state, changed in place by `applyEvent`. */
export type State = StateOf<ListedNoun>;

/** Does not compile if a reducer names a part that no noun has. */
export const nouns: readonly NounOver<State>[] = Object.values(listed);

/** Does not compile if a part that no registration gives is not `fleeting`, which says whether it outlives one. */
export const undecidedParts: Readonly<Record<UndecidedOf<ListedNoun>, true>> = {};

/** Does not compile if a key of the registration is neither in a noun nor in this list. */
export const unusedKeys: Readonly<Record<Exclude<FetchKey, KeyOf<ListedNoun>>, true>> = {
  default_stream_groups: true,
  giphy: true,
  klipy: true,
  // `user_topic` has them too.
  muted_topics: true,
  realm_billing: true,
  realm_filters: true,
  realm_incoming_webhook_bots: true,
  stop_words: true,
  tenor: true,
};

/** Does not compile if a type of event is neither reduced by a noun nor in this list. */
export const unusedEvents: Readonly<Record<Exclude<EventType, ReducedBy<ListedNoun>>, true>> = {
  default_stream_groups: true,
  heartbeat: true,
  // Screens that show invitations fetch them again; the registration does not include them.
  invites_changed: true,
  // `user_topic` has them too.
  muted_topics: true,
};
