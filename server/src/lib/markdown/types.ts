/** What callers give to and get from the renderer. */

export interface NamedUser {
  id: number;
  fullName: string;
  /** A person who must not be notified, such as a deactivated one: shown as a silent mention. */
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
  /** Shows `:)` and its like as emoji: a setting of the sender. */
  translateEmoticons?: boolean | undefined;
  /** The language of a block of code that names none; a setting of the organization. */
  defaultCodeLanguage?: string | undefined;
  /** Languages that the organization has playgrounds for, spelled as clients look for them. */
  playgroundLanguages?: readonly string[] | undefined;
  /** In order of precedence. */
  linkifiers?: readonly Linkifier[] | undefined;
  /** Without it nothing is shown in place: links stay links. */
  previews?: PreviewSource | undefined;
  /** Shows nothing below the text for what it links to. `![…](…)` asks for its place in the text and keeps it. */
  hidePreviews?: boolean | undefined;
}

/** Text that becomes a link in this organization. */
export interface Linkifier {
  id: number;
  /** In the syntax of RE2, with groups `(?P<name>…)`. */
  pattern: string;
  /** An RFC 6570 template over the names of the groups. */
  urlTemplate: string;
}

export type MediaKind = 'image' | 'video' | 'audio';

/** What may be shown in place of, or below, a link: the policy of the organization. */
export interface PreviewSource {
  /** An uploaded file, by what follows `/user_uploads/`; undefined when it is unknown or must not be shown. */
  uploaded?(path: string): UploadedFile | undefined;
  /**
   * Where clients may load a picture, video or sound of another server from, such as the address of a proxy on this
   * one; undefined when it must not be shown. Nothing checks that the other server has what its address promises.
   */
  linked?(url: string, kind: MediaKind): string | undefined;
}

export interface UploadedFile {
  /** As `image/png`. */
  contentType: string;
  /** Pixels of an image as it is to be shown, after its rotation. */
  width?: number | undefined;
  height?: number | undefined;
  /** The path of a smaller image on this server. While it is being made, clients are shown that they have to wait. */
  thumbnail?: string | undefined;
  animated?: boolean | undefined;
  /** The thumbnail format, as `1920x1080.webp`, to show instead of an original that few programs can show. */
  transcoded?: string | undefined;
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
  /** Those of `uploads` that are shown as waiting for their thumbnail: render again when it is there. */
  awaitedThumbnails: string[];
  /** Links to pages of other servers, in order of appearance, that are neither quoted nor hidden; none of too many. */
  websites: string[];
  /** A limit was reached, so `html` is the source as plain text. */
  degraded: boolean;
}

export const nobody: MentionSource = {
  userByName: () => undefined,
  userById: () => undefined,
  groupByName: () => undefined,
  channelByName: () => undefined,
};
