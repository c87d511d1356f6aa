/** What the server keeps in memory of an organization: the things that nearly every request asks about. */
import type { GroupSetting, Role } from '../../../../wire/core.ts';
import type { Linkifier } from '../../lib/markdown/types.ts';
import type { StoredProviderKind } from '../../../../wire/sign-in-providers.ts';
import type { ProfileData } from '../../../../wire/users.ts';

/** Times are milliseconds since 1970. */
export interface Organization {
  id: number;
  uuid: string;
  name: string;
  description: string;
  subdomain: string;
  createdAt: number;
  isDeactivated: boolean;
  settings: Readonly<Record<string, unknown>>;
  /** Default settings for new users, where they differ from the server's defaults. */
  memberDefaults: Readonly<Record<string, unknown>>;
  /** In order of precedence. */
  linkifiers: readonly Linkifier[];
  /** Spelled as the playgrounds for them are looked for. */
  playgroundLanguages: readonly string[];
  /** The oldest first, with those that are deactivated. */
  emoji: readonly CustomEmoji[];
  signInRules: SignInRules;
  /** That owners have set up, in their order; those of the configuration are not among them. */
  signInProviders: readonly StoredProvider[];
  /** Paths of what was uploaded. */
  pictures: Readonly<Partial<Record<OrganizationPicture, string>>>;
}

/** What an organization asks of sessions and passwords, where that is more than the server does. */
export interface SignInRules {
  /** Milliseconds after which a session ends, from its beginning and from its last use. */
  sessionMs: number | null;
  idleMs: number | null;
  minPasswordLength: number | null;
  /** Whether a change of email needs the former address too. */
  confirmsFormerEmail: boolean;
}

/** A sign-in method that owners have set up: its settings as they were checked, and its secret sealed. */
export interface StoredProvider {
  id: number;
  /** In URLs, unique in the organization. */
  slug: string;
  kind: StoredProviderKind;
  settings: Readonly<Record<string, unknown>>;
  secretBox: string | null;
  isEnabled: boolean;
}

/** A picture of the organization itself, under its name on the wire. */
export type OrganizationPicture = 'icon' | 'logo' | 'night_logo';

/** An emoji that the organization has of its own. */
export interface CustomEmoji {
  id: number;
  name: string;
  authorId: number;
  isAnimated: boolean;
  isDeactivated: boolean;
  /** Of its picture. */
  path: string;
}

export interface User {
  id: number;
  email: string;
  emailKey: string;
  deliveryEmail: string;
  deliveryEmailKey: string;
  fullName: string;
  role: Role;
  isActive: boolean;
  isBot: boolean;
  botType: number | null;
  botOwnerId: number | null;
  isSystem: boolean;
  isImportedStub: boolean;
  isDeleted: boolean;
  dateJoined: number;
  timezone: string;
  avatarSource: string;
  /** As it is stored, which is not what clients get: see `avatars/url.ts`. */
  avatarVersion: number;
  apiKeyHash: string;
  /** Rights that the operator of the server has granted beyond the role. */
  grants: readonly string[];
  settings: Readonly<Record<string, unknown>>;
  /** The user's alert words. */
  alertWords: readonly string[];
  /** Ids of those who have muted this person. */
  mutedBy: readonly number[];
  /** Values of the organization's profile fields, as the API shows them. */
  profile: Readonly<ProfileData>;
}

export interface Group {
  id: number;
  name: string;
  nameKey: string;
  description: string;
  isSystem: boolean;
  creatorId: number | null;
  createdAt: number | null;
  isDeactivated: boolean;
  settings: Readonly<Record<string, GroupSetting>>;
  /** Empty for system groups, whose members follow from the roles. */
  members: ReadonlySet<number>;
  subgroups: ReadonlySet<number>;
}

export interface Channel {
  id: number;
  name: string;
  nameKey: string;
  description: string;
  renderedDescription: string;
  createdAt: number;
  creatorId: number | null;
  isPrivate: boolean;
  isWebPublic: boolean;
  isHistoryPublic: boolean;
  isArchived: boolean;
  isDefault: boolean;
  isRecentlyActive: boolean;
  weeklyTraffic: number | null;
  retentionDays: number | null;
  topicsPolicy: string;
  folderId: number | null;
  firstMessageId: number | null;
  settings: Readonly<Record<string, GroupSetting>>;
}

/** An open membership span; see `MembershipTable`. */
export interface Membership {
  fromMessageId: number;
  fromPosition: number;
}

/** A membership span that has ended, kept while the log still holds events from within it. */
export interface EndedMembership extends Membership {
  channelId: number;
  userId: number;
  toPosition: number;
}

/** Names of rows that an event's cause changed. */
export interface Touched {
  organization?: true;
  users?: number[];
  groups?: number[];
  channels?: number[];
  /** Channel id with the users whose membership changed there. */
  members?: [channelId: number, userIds: number[]][];
  /** Channel id with the keys of topics that moved, ended earlier or were deleted. A new message says by itself which topic it is in. */
  topics?: [channelId: number, keys: string[]][];
  /** People who chose how to follow a topic or channel. */
  topicPolicies?: number[];
  /**
   * Users whose event queues end with this: their credentials changed, or so much of what is visible to them that only
   * a new registration is right.
   */
  endsQueuesOf?: number[];
  /** Sessions of browsers that end with this. */
  endsSessions?: number[];
  /** Named API keys that end with this, with their event queues. */
  endsKeys?: number[];
}
