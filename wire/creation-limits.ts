/**
 * How many of each kind people may make, by the error that refuses more of them. Generous: they end what no one does by hand.
 * `npm run docs` lists them in docs/api.md.
 */
import type { ErrorKey } from './errors/catalogue.ts';

interface CreationLimit {
  most: number;
  /** The name that docs/api.md gives it. */
  what: string;
}

export const creationLimits = {
  'channels.too-many-in-request': { most: 100, what: 'new channels in a request' },
  // Members and their bots; administrators set organizations up.
  'channels.too-many-in-a-day': {
    most: 500,
    what: 'new channels of a person and their bots in 24 hours, except administrators',
  },
  'folders.too-many': { most: 500, what: 'channel folders of an organization, archived ones included' },
  'default-groups.too-many': { most: 200, what: 'default channel groups of an organization' },
  'subscriptions.too-many': { most: 2000, what: 'channels in a request that changes subscriptions' },
  // Such as those of 10,000 people to 10 channels.
  'subscriptions.too-many-of-all': {
    most: 100_000,
    what: 'channels times people in a request that changes subscriptions',
  },
  'groups.too-many': { most: 5000, what: 'active groups of an organization, those from SCIM included' },
  'bots.too-many': { most: 200, what: 'active bots of a person, webhooks included' },
  // A request may read or delete all of them.
  'bots.too-many-entries': { most: 20_000, what: 'entries in the storage of a bot' },
  'slash-commands.too-many': { most: 100, what: 'slash commands of an organization' },
  'emoji.too-many': { most: 5000, what: 'active custom emoji of an organization' },
  // Every linkifier is matched against every message.
  'linkifiers.too-many': { most: 200, what: 'linkifiers of an organization' },
  'playgrounds.too-many': { most: 200, what: 'playgrounds of an organization' },
  'profile-fields.too-many': { most: 100, what: 'custom profile fields of an organization' },
  'profile-fields.too-many-choices': { most: 1000, what: 'choices of a custom profile field' },
  'domains.too-many': { most: 500, what: 'allowed email domains of an organization' },
  'invitations.too-many-links': { most: 100, what: 'new invitation links of a person in 24 hours' },
  'sign-in-providers.too-many': { most: 20, what: 'sign-in providers of an organization' },
  'scim.too-many-tokens': { most: 10, what: 'SCIM tokens of an organization' },
  'imports.too-many': { most: 5, what: 'uploaded archives of an organization that wait for their import' },
  'exports.too-many': { most: 5, what: 'exports of an organization in 7 days' },
  'api-keys.too-many': { most: 50, what: 'named API keys of an account' },
  'passkeys.too-many': { most: 20, what: 'passkeys of an account' },
  'drafts.too-many': { most: 1000, what: 'drafts of a person' },
  'scheduled.too-many': { most: 1000, what: 'scheduled messages and reminders of a person' },
  'snippets.too-many': { most: 1000, what: 'saved snippets of a person' },
  'views.too-many': { most: 500, what: 'navigation views of a person' },
  'users.too-many-alert-words': { most: 1000, what: 'alert words of a person' },
  'topics.too-many-pins': { most: 100, what: 'pinned topics of a person' },
  'messages.too-many-pins': { most: 100, what: 'pinned messages of a topic or direct conversation' },
  // What is followed automatically counts, but is never refused.
  'topics.too-many-policies': { most: 50_000, what: 'topics that a person follows, mutes or unmutes' },
  'uploads.too-many-unfinished': { most: 100, what: 'uploads in progress of a person' },
  'recipients.too-many': { most: 200, what: 'recipients of a direct message' },
  // The people behind each are not limited.
  'reactions.too-many': { most: 100, what: 'different reactions to a message' },
  // Enough for tens of thousands of votes: all are loaded with the message.
  'widgets.full': { most: 1_000_000, what: 'characters of a widget (options and votes of a poll, tasks)' },
} as const satisfies Partial<Record<ErrorKey, CreationLimit>>;

export type CreationLimitKey = keyof typeof creationLimits;
