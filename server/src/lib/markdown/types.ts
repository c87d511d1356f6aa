/** Input and output types of the renderer. */

export interface NamedUser {
  id: number;
  fullName: string;
  /** Set for a user who must not be notified, such as a deactivated one, and is rendered as a silent mention. */
  silent?: boolean;
}

interface NamedGroup {
  id: number;
  name: string;
  silent?: boolean;
}

export interface NamedChannel {
  id: number;
  name: string;
}

/** Resolves references. Limited by the caller to what the sender may see. */
export interface MentionSource {
  /** `@**Name**`; an ambiguous name mentions nobody. The caller handles case. */
  userByName(name: string): NamedUser | undefined | 'ambiguous';
  /** `@**Name|12**` and `@**|12**`. */
  userById(id: number): NamedUser | undefined;
  /** `@*group*`. */
  groupByName(name: string): NamedGroup | undefined;
  /** `#**channel**`, `#**channel>topic**` and `#**channel>topic@123**`. */
  channelByName(name: string): NamedChannel | undefined;
  /** Resolves a pasted URL of a channel, topic or message; without it, such a URL is not changed. */
  channelById?(id: number): NamedChannel | undefined;
  /** The newest message of a topic that the sender may see, which keeps a link to the topic working after a move. */
  latestInTopic?(channelId: number, topic: string): number | undefined;
}

export interface RenderOptions {
  /** The organization's URL without a trailing slash; links to it become relative. */
  organizationUrl?: string | undefined;
  /** The path of a custom emoji's image. Takes precedence over built-in names. */
  customEmoji?: ((name: string) => string | undefined) | undefined;
  /** Shows emoticons such as `:)` as emoji: a setting of the sender. */
  translateEmoticons?: boolean | undefined;
  /** The default language of code blocks: a setting of the organization. */
  defaultCodeLanguage?: string | undefined;
  /** Languages with a playground in the organization, spelled as clients expect. */
  playgroundLanguages?: readonly string[] | undefined;
  /** In order of precedence. */
  linkifiers?: readonly Linkifier[] | undefined;
  /** If absent, there are no previews: links remain links. */
  previews?: PreviewSource | undefined;
  /** Mentions notify nobody, wherever they are in the text. */
  mentionsAreSilent?: boolean | undefined;
  /** Disables previews below the text. `![…](…)` is still shown in the text. */
  hidePreviews?: boolean | undefined;
}

/** A pattern that becomes a link in this organization. */
export interface Linkifier {
  id: number;
  /** RE2 syntax with groups `(?P<name>…)`. */
  pattern: string;
  /** An RFC 6570 template with the names of the groups. */
  urlTemplate: string;
}

export type MediaKind = 'image' | 'video' | 'audio';

/** What may be shown instead of, or below, a link: the policy of the organization. */
export interface PreviewSource {
  /** An uploaded file by its path below `/user_uploads/`; undefined if unknown or not to be shown. */
  uploaded?(path: string): UploadedFile | undefined;
  /**
   * The URL from which clients may load media of another server, such as that of the proxy;
   * undefined if it must not be shown. The content type is not verified.
   */
  linked?(url: string, kind: MediaKind): string | undefined;
}

export interface UploadedFile {
  /** For example `image/png`. */
  contentType: string;
  /** Pixels as displayed, after rotation. */
  width?: number | undefined;
  height?: number | undefined;
  /** The path of a smaller image on this server. While it is being generated, a loading indicator is shown. */
  thumbnail?: string | undefined;
  animated?: boolean | undefined;
  /** The thumbnail format, such as `1920x1080.webp`, to show instead of an original that few programs support. */
  transcoded?: string | undefined;
}

export type Wildcard = 'none' | 'channel' | 'topic' | 'both';

export interface Rendered {
  html: string;
  /** Ids in order of appearance, without silent mentions. */
  mentionedUsers: number[];
  mentionedGroups: number[];
  /** `channel` for `@**all**` and its synonyms, `topic` for `@**topic**`. */
  wildcard: Wildcard;
  hasLink: boolean;
  hasImage: boolean;
  hasAttachment: boolean;
  /** The message is a status: `/me waves`. */
  isMe: boolean;
  /** Paths below `/user_uploads/` of linked files. */
  uploads: string[];
  /** Those of `uploads` that wait for their thumbnail: render again when it is ready. */
  awaitedThumbnails: string[];
  /** Links to pages of other servers in order of appearance, neither quoted nor hidden; empty if there are too many. */
  websites: string[];
  /** A limit was exceeded, so `html` is the source as plain text. */
  degraded: boolean;
}

export const nobody: MentionSource = {
  userByName: () => undefined,
  userById: () => undefined,
  groupByName: () => undefined,
  channelByName: () => undefined,
};
