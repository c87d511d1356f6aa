/** Written by npm run lists: every noun that a file of the store declares. */
import { channels } from './channels/channels.ts';
import { folders } from './channels/folders.ts';
import { topics } from './channels/topics.ts';
import { attachments } from './messages/attachments.ts';
import { deletion } from './messages/deletion.ts';
import { edits } from './messages/edits.ts';
import { messages } from './messages/messages.ts';
import { pinnedMessages } from './messages/pinned-messages.ts';
import { reactions } from './messages/reactions.ts';
import { submessages } from './messages/submessages.ts';
import { typing } from './messages/typing.ts';
import { dataExports } from './organization/data-exports.ts';
import { domains } from './organization/domains.ts';
import { invitations } from './organization/invitations.ts';
import { linkifiers } from './organization/linkifiers.ts';
import { organization } from './organization/organization.ts';
import { ownEmoji } from './organization/own-emoji.ts';
import { playgrounds } from './organization/playgrounds.ts';
import { messageFlags } from './own/flags.ts';
import { own } from './own/own.ts';
import { bots } from './people/bots.ts';
import { doNotDisturb } from './people/do-not-disturb.ts';
import { groups } from './people/groups.ts';
import { presences } from './people/presence.ts';
import { profileFields } from './people/profile-fields.ts';
import { statuses } from './people/status.ts';
import { users } from './people/users.ts';
import { callAccounts } from './personal/call-accounts.ts';
import { devices } from './personal/devices.ts';
import { navigationViews } from './personal/navigation-views.ts';
import { personal } from './personal/personal.ts';
import { pinnedTopics } from './personal/pinned-topics.ts';
import { snippets } from './personal/saved-snippets.ts';
import { scheduled, reminders } from './personal/scheduled.ts';
import { drafts } from './personal/synced-drafts.ts';

export const listed = {
  channels,
  folders,
  topics,
  attachments,
  deletion,
  edits,
  messages,
  pinnedMessages,
  reactions,
  submessages,
  typing,
  dataExports,
  domains,
  invitations,
  linkifiers,
  organization,
  ownEmoji,
  playgrounds,
  messageFlags,
  own,
  bots,
  doNotDisturb,
  groups,
  presences,
  profileFields,
  statuses,
  users,
  callAccounts,
  devices,
  navigationViews,
  personal,
  pinnedTopics,
  snippets,
  scheduled,
  reminders,
  drafts,
};
