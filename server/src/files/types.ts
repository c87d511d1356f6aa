/** Types of files: which are believed, and which a browser may show in place. */

/** What browsers show without running anything in it. The rest is saved to disk. */
const shownInPlace: ReadonlySet<string> = new Set([
  'application/pdf',
  'audio/aac',
  'audio/flac',
  'audio/mp4',
  'audio/mpeg',
  'audio/wav',
  'audio/webm',
  'image/apng',
  'image/avif',
  'image/gif',
  'image/jpeg',
  'image/png',
  'image/webp',
  'text/plain',
  'video/mp4',
  'video/webm',
]);

const unknown = 'application/octet-stream';

const byEnding: Readonly<Record<string, string>> = {
  aac: 'audio/aac',
  apng: 'image/apng',
  avif: 'image/avif',
  bmp: 'image/bmp',
  csv: 'text/csv',
  flac: 'audio/flac',
  gif: 'image/gif',
  heic: 'image/heic',
  heif: 'image/heif',
  htm: 'text/html',
  html: 'text/html',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  json: 'application/json',
  log: 'text/plain',
  m4a: 'audio/mp4',
  md: 'text/markdown',
  mov: 'video/quicktime',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  pdf: 'application/pdf',
  png: 'image/png',
  svg: 'image/svg+xml',
  tif: 'image/tiff',
  tiff: 'image/tiff',
  txt: 'text/plain',
  wav: 'audio/wav',
  webm: 'video/webm',
  webp: 'image/webp',
  zip: 'application/zip',
};

const wellFormed = /^[a-z0-9!#$&^_.+-]{1,60}\/[a-z0-9!#$&^_.+-]{1,100}$/;

/** The type that the sender says, without parameters, or else the one that the name's ending stands for. */
export function contentTypeOf(said: string | undefined, name: string): string {
  const type = (said ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (wellFormed.test(type) && type !== unknown) return type;
  const ending = /\.([a-z0-9]{1,5})$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  return (Object.hasOwn(byEnding, ending) ? byEnding[ending] : undefined) ?? unknown;
}

export const isShownInPlace = (contentType: string): boolean => shownInPlace.has(contentType);

/** Types that a page could take in as a part of itself, whatever else is said with them. */
const active = /html|xml|script|css|wasm|flash|multipart|message|mhtml/;

/** The type to send a file with. */
export function servedType(contentType: string): string {
  if (contentType === 'text/plain') return 'text/plain; charset=utf-8';
  return active.test(contentType) ? unknown : contentType;
}
