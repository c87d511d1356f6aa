/** What callers give to and get from the renderer. */

export interface NamedUser {
  id: number;
  fullName: string;
  /** A person who must not be told, such as a deactivated one: shown as a silent mention. */
  silent?: boolean;
}

export interface NamedGroup {
  id: number;
  name: string;
  silent?: boolean;
}

export interface NamedChannel {
  id: number;
  name: string;
}

/** What a message may refer to. The caller has already limited it to what the sender may see. */
export interface MentionSource {
  /** `@**Name**`; an ambiguous name mentions nobody. Case is the caller's business. */
  userByName(name: string): NamedUser | undefined | 'ambiguous';
  /** `@**Name|12**` and `@**|12**`. */
  userById(id: number): NamedUser | undefined;
  /** `@*group*`. */
  groupByName(name: string): NamedGroup | undefined;
  /** `#**channel**`, `#**channel>topic**` and `#**channel>topic@123**`. */
  channelByName(name: string): NamedChannel | undefined;
  /** A pasted address of a channel, topic or message; without it such an address stays as it was typed. */
  channelById?(id: number): NamedChannel | undefined;
  /** The newest message of a topic that the sender may see, which keeps a topic link working after a move. */
  latestInTopic?(channelId: number, topic: string): number | undefined;
}

export interface RenderOptions {
  /** The organization's own address without a trailing slash; links into it become relative. */
  organizationUrl?: string | undefined;
  /** The image of a custom emoji, as a path on this server. Asked before the built-in names. */
  customEmoji?: ((name: string) => string | undefined) | undefined;
}

export type Wildcard = 'none' | 'channel' | 'topic' | 'both';

export interface Rendered {
  html: string;
  /** Ids in order of appearance, silent mentions left out. */
  mentionedUsers: number[];
  mentionedGroups: number[];
  /** `channel` for `@**all**` and its synonyms, `topic` for `@**topic**`. */
  wildcard: Wildcard;
  hasLink: boolean;
  hasImage: boolean;
  hasAttachment: boolean;
  /** The message is a status: `/me waves`. */
  isMe: boolean;
  /** What follows `/user_uploads/` in links to uploaded files. */
  uploads: string[];
  /** A limit was reached, so `html` is the source as plain text. */
  degraded: boolean;
}

export const nobody: MentionSource = {
  userByName: () => undefined,
  userById: () => undefined,
  groupByName: () => undefined,
  channelByName: () => undefined,
};
