/** What people do, one thing after the other, and whose state each changes. */
import { accounts } from './accounts.ts';
import type { Act } from './act.ts';
import { bots } from './bots.ts';
import { channels } from './channels.ts';
import { deletions } from './deletions.ts';
import { departures } from './departures.ts';
import { devices } from './devices.ts';
import { edits } from './edits.ts';
import { ownEmoji } from './emoji.ts';
import { exports } from './exports.ts';
import { flags } from './flags.ts';
import { groups } from './groups.ts';
import { invitations } from './invitations.ts';
import { later } from './later.ts';
import { messages } from './messages.ts';
import { domains, folders, linkifiers, playgrounds, restarts, views } from './organization.ts';
import { settings } from './organization-settings.ts';
import { presence } from './presence.ts';
import { alertWords, mutedPeople, personalChannels, personalSettings, personalTopics } from './personal.ts';
import { profileFields } from './profile-fields.ts';
import { reactions } from './reactions.ts';
import { sight } from './sight.ts';
import { stars } from './stars.ts';
import { submessages } from './submessages.ts';
import { subscriptions } from './subscriptions.ts';
import { typing } from './typing.ts';
import { uploads } from './uploads.ts';

export const stories: Readonly<Record<string, readonly Act[]>> = {
  messages,
  deletions,
  edits,
  flags,
  stars,
  subscriptions,
  channels,
  accounts,
  bots,
  sight,
  departures,
  groups,
  folders,
  domains,
  linkifiers,
  playgrounds,
  'navigation views': views,
  'profile fields': profileFields,
  'organization settings': settings,
  'things for later': later,
  devices,
  presence,
  invitations,
  exports,
  'personal settings': personalSettings,
  'personal settings of channels': personalChannels,
  'personal topics': personalTopics,
  'muted people': mutedPeople,
  'alert words': alertWords,
  'own emoji': ownEmoji,
  reactions,
  submessages,
  typing,
  uploads,
  restarts,
};
