/** The data of an organization in memory: what nearly every request needs. */
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
  /** Default settings for new users that differ from the server's defaults. */
  memberDefaults: Readonly<Record<string, unknown>>;
  /** In order of precedence. */
  linkifiers: readonly Linkifier[];
  /** Spelled as clients look up playgrounds. */
  playgroundLanguages: readonly string[];
  /** In order of creation, including deactivated ones. */
  emoji: readonly CustomEmoji[];
  signInRules: SignInRules;
  /** Configured by owners, in order; without those of the server's configuration. */
  signInProviders: readonly StoredProvider[];
  /** Paths of uploaded pictures. */
  pictures: Readonly<Partial<Record<OrganizationPicture, string>>>;
}

/** An organization's rules for sessions and passwords, if stricter than the server's. */
export interface SignInRules {
  /** Session lifetimes in milliseconds: since its start, and since its last use. */
  sessionMs: number | null;
  idleMs: number | null;
  minPasswordLength: number | null;
  /** Whether a change of email has to be confirmed at the former address, too. */
  confirmsFormerEmail: boolean;
}

/** A sign-in method configured by owners: validated settings and the encrypted secret. */
export interface StoredProvider {
  id: number;
  /** Used in URLs, unique in the organization. */
  slug: string;
  kind: StoredProviderKind;
  settings: Readonly<Record<string, unknown>>;
  secretBox: string | null;
  isEnabled: boolean;
}

/** A picture of the organization itself, by its API name. */
export type OrganizationPicture = 'icon' | 'logo' | 'night_logo';

/** A custom emoji. */
export interface CustomEmoji {
  id: number;
  name: string;
  authorId: number;
  isAnimated: boolean;
  isDeactivated: boolean;
  /** Path of its picture. */
  path: string;
}

export interface User {
  readonly id: number;
  readonly email: string;
  readonly emailKey: string;
  readonly deliveryEmail: string;
  readonly deliveryEmailKey: string;
  readonly fullName: string;
  readonly role: Role;
  readonly isActive: boolean;
  readonly isBot: boolean;
  readonly botType: number | null;
  readonly botOwnerId: number | null;
  readonly isSystem: boolean;
  readonly isImportedStub: boolean;
  readonly isDeleted: boolean;
  readonly dateJoined: number;
  readonly timezone: string;
  readonly avatarSource: 'U' | 'J';
  /** The stored version, which differs from that in URLs: see `avatars/url.ts`. */
  readonly avatarVersion: number;
  readonly apiKeyHash: string;
  /** Permissions that the server's operator has granted in addition to the role. */
  readonly grants: readonly string[];
  readonly settings: Readonly<Record<string, unknown>>;
  /** The user's alert words. */
  readonly alertWords: readonly string[];
  /** Ids of users who have muted this user. */
  readonly mutedBy: readonly number[];
  /** Values of profile fields in API format. */
  readonly profile: Readonly<ProfileData>;
}

export interface Group {
  readonly id: number;
  readonly name: string;
  readonly nameKey: string;
  readonly description: string;
  readonly isSystem: boolean;
  readonly creatorId: number | null;
  readonly createdAt: number | null;
  readonly isDeactivated: boolean;
  readonly settings: Readonly<Record<string, GroupSetting>>;
  /** Empty for system groups, whose members are determined by roles. */
  readonly members: ReadonlySet<number>;
  readonly subgroups: ReadonlySet<number>;
}

export interface Channel {
  readonly id: number;
  readonly name: string;
  readonly nameKey: string;
  readonly description: string;
  readonly renderedDescription: string;
  readonly createdAt: number;
  readonly creatorId: number | null;
  readonly isPrivate: boolean;
  readonly isWebPublic: boolean;
  readonly isHistoryPublic: boolean;
  readonly isArchived: boolean;
  readonly isDefault: boolean;
  readonly isRecentlyActive: boolean;
  readonly weeklyTraffic: number | null;
  readonly retentionDays: number | null;
  readonly topicsPolicy: string;
  readonly folderId: number | null;
  readonly firstMessageId: number | null;
  readonly settings: Readonly<Record<string, GroupSetting>>;
}

/** An open membership span; see `MembershipTable`. */
export interface Membership {
  readonly fromMessageId: number;
  readonly fromPosition: number;
}

/** A membership span that has ended, kept while the log still contains events from its time. */
export interface EndedMembership extends Membership {
  channelId: number;
  userId: number;
  toPosition: number;
}

/** Ids of rows that the cause of an event changed. */
export interface Touched {
  organization?: true;
  users?: number[];
  groups?: number[];
  channels?: number[];
  /** Channel ids with the users whose membership changed. */
  members?: [channelId: number, userIds: number[]][];
  /** Channel ids with the keys of topics that were moved, shortened or deleted. A new message itself contains its topic. */
  topics?: [channelId: number, keys: string[]][];
  /** Users who changed the policy of a topic or channel. */
  topicPolicies?: number[];
  /**
   * Users whose event queues end: their credentials changed, or so much of their visibility that only
   * a new registration is correct.
   */
  endsQueuesOf?: number[];
  /** Browser sessions that end. */
  endsSessions?: number[];
  /** Named API keys that end, together with their event queues. */
  endsKeys?: number[];
}
