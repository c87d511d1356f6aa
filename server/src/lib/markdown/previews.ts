/**
 * Images, videos and sounds instead of, or below, links to them. The caller decides whether and from where they may be
 * shown; clients depend on these elements.
 */
import { escapeAttribute } from './escape.ts';
import { limits, type Scope } from './scope.ts';
import type { MediaKind, UploadedFile } from './types.ts';
import { imageEndings, localUrl, uploadPath } from './links/url.ts';

/** Shown while a thumbnail is being generated; clients recognize its class. */
export const loadingImage = '/static/images/loading/loader-black.svg';

export interface Preview {
  html: string;
  /** It replaces a link that shows only its URL. */
  replacesLink: boolean;
}

const videoTypes = new Set(['video/mp4', 'video/quicktime', 'video/webm']);
const audioTypes = new Set('audio/aac audio/flac audio/mpeg audio/wav audio/x-wav audio/vnd.wave'.split(' '));

const kindsByEnding: Record<string, MediaKind> = {};
const endings = {
  image: imageEndings,
  video: 'mov mp4 webm',
  audio: 'aac flac mp3 wav',
} as const;
for (const kind of ['image', 'video', 'audio'] as const) {
  for (const ending of endings[kind].split(' ')) kindsByEnding[ending] = kind;
}

const ending = /^https?:\/\/[^/?#]+\/[^?#]*\.([a-z0-9]{3,4})(?:[?#]|$)/i;
const youTube =
  /^https?:\/\/(?:(?:(?:www\.|m\.)?youtube|(?:www\.)?youtube-nocookie)\.com\/(?:watch(?:_popup)?\?(?:[^#]*&)?v=|shorts\/|embed\/|v\/)|youtu\.be\/)([\w-]{11})(?![\w-])/;

function kindOfType(contentType: string): MediaKind | undefined {
  if (contentType.startsWith('image/')) return 'image';
  if (videoTypes.has(contentType)) return 'video';
  return audioTypes.has(contentType) ? 'audio' : undefined;
}

function kindOfUrl(url: string): MediaKind | undefined {
  const found = ending.exec(url)?.[1]?.toLowerCase();
  return found !== undefined && Object.hasOwn(kindsByEnding, found) ? kindsByEnding[found] : undefined;
}

const longestWebsite = 2000;

/** Whether a link leads to a page of another server, and not to an image, video or sound that is shown itself. */
export function isWebsite(href: string, organizationUrl: string | undefined): boolean {
  if (href.length > longestWebsite || !/^https?:\/\/[^/]/i.test(href)) return false;
  if (organizationUrl !== undefined && isWithin(href, organizationUrl)) return false;
  return kindOfUrl(href) === undefined;
}

const isWithin = (href: string, base: string): boolean => URL.parse(href)?.host === URL.parse(base)?.host;

export function attributes(values: Record<string, string | undefined>): string {
  let html = '';
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined) html += ` ${name}="${escapeAttribute(value)}"`;
  }
  return html;
}

/** Attributes in alphabetical order. Those of the original are absent if it has no thumbnail. */
function uploadedImage(file: UploadedFile, own: { alt?: string; class?: string; src?: string }): string {
  const waits = file.thumbnail === undefined;
  const classes = [own.class, waits ? 'image-loading-placeholder' : undefined].filter(Boolean).join(' ');
  const { width, height } = file;
  const values = {
    alt: own.alt,
    class: classes === '' ? undefined : classes,
    'data-animated': file.animated === true ? 'true' : undefined,
    'data-original-content-type': file.contentType,
    'data-original-dimensions':
      width === undefined || height === undefined ? undefined : `${width}x${height}`,
    'data-original-src': own.src,
    'data-transcoded-image': file.transcoded,
    src: file.thumbnail ?? loadingImage,
  };
  return `<img${attributes(values)}>`;
}

function wrapped(
  classes: string,
  href: string,
  more: { 'data-id'?: string; title?: string | undefined },
  inner: string,
) {
  const { 'data-id': id, title } = more;
  const link = attributes({ 'data-id': id, href, rel: 'noopener noreferrer', title });
  return `<div class="${classes}"><a${link}>${inner}</a></div>`;
}

function videoPreview(href: string, title: string | undefined, src: string): Preview {
  const original = attributes({ 'data-video-original-url': src === href ? undefined : href });
  const video = `<video${original} preload="metadata"${attributes({ src })}></video>`;
  const html = wrapped('message_inline_image message_inline_video', href, { title }, video);
  return { html, replacesLink: title === undefined };
}

function ofUpload(path: string, href: string, title: string | undefined, scope: Scope): Preview | undefined {
  const file = scope.options.previews?.uploaded?.(path);
  const kind = file && kindOfType(file.contentType);
  if (!file || kind === undefined || kind === 'audio') return undefined;
  if (kind === 'video') return videoPreview(href, title, href);
  noteImage(path, file, scope);
  return {
    html: wrapped('message_inline_image', href, { title }, uploadedImage(file, {})),
    replacesLink: title === undefined,
  };
}

function noteImage(path: string, file: UploadedFile, scope: Scope): void {
  scope.found.hasImage = true;
  if (file.thumbnail === undefined) scope.found.awaitedThumbnails.add(path);
}

function ofLinked(href: string, title: string | undefined, scope: Scope): Preview | undefined {
  const linked = scope.options.previews?.linked;
  if (!linked) return undefined;
  const id = youTube.exec(href)?.[1];
  const kind = id === undefined ? kindOfUrl(href) : 'image';
  if (kind === undefined || kind === 'audio') return undefined;
  const src = linked(id === undefined ? href : `https://i.ytimg.com/vi/${id}/mqdefault.jpg`, kind);
  if (src === undefined) return undefined;
  if (kind === 'video') return videoPreview(href, title, src);
  scope.found.hasImage = true;
  const image = `<img${attributes({ src })}>`;
  if (id === undefined) {
    const html = wrapped('message_inline_image', href, { title }, image);
    return { html, replacesLink: title === undefined };
  }
  const html = wrapped('youtube-video message_inline_image', href, { 'data-id': id }, image);
  return { html, replacesLink: false };
}

/** The preview below a link, once per URL. `text` is the link's text. */
export function getPreview(href: string, text: string, scope: Scope): Preview | undefined {
  const { options, previewed } = scope;
  if (!options.previews || options.hidePreviews === true) return undefined;
  if (previewed.size >= limits.previews || previewed.has(href)) return undefined;
  const isAddress = text.trim() === '' || localUrl(text, options.organizationUrl) === href;
  const title = isAddress ? undefined : text;
  const path = uploadPath(href);
  const preview = path === undefined ? ofLinked(href, title, scope) : ofUpload(path, href, title, scope);
  if (preview) previewed.add(href);
  return preview;
}

function player(src: string, original: string | undefined, name: string): string {
  const values = { 'data-original-url': original, src, title: name === '' ? undefined : name };
  return `<audio controls preload="metadata"${attributes(values)}></audio>`;
}

/** The element that `![name](url)` inserts, or undefined if it becomes a link. */
export function mediaInText(href: string, name: string, scope: Scope): string | undefined {
  const { previews } = scope.options;
  const path = uploadPath(href);
  if (path === undefined) {
    const src = kindOfUrl(href) === 'audio' ? previews?.linked?.(href, 'audio') : undefined;
    return src === undefined ? undefined : player(src, href, name);
  }
  const file = previews?.uploaded?.(path);
  const kind = file && kindOfType(file.contentType);
  if (!file || kind === undefined || kind === 'video') return undefined;
  scope.found.uploads.add(path);
  if (kind === 'audio') return player(href, undefined, name);
  noteImage(path, file, scope);
  return uploadedImage(file, { alt: name, class: 'inline-image', src: href });
}
