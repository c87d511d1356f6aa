/** File types: which declarations are trusted, and which types browsers may show inline. */

/** Types that browsers show without executing anything. All others are saved to disk. */
const shownInPlace: ReadonlySet<string> = new Set([
  'application/pdf',
  'audio/aac',
  'audio/flac',
  'audio/mp4',
  'audio/mpeg',
  'audio/ogg',
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
const plain = 'text/plain';

const byEnding: Readonly<Record<string, string>> = {
  '7z': 'application/x-7z-compressed',
  aac: 'audio/aac',
  apng: 'image/apng',
  avif: 'image/avif',
  bin: 'application/octet-stream',
  bmp: 'image/bmp',
  csv: 'text/csv',
  deb: 'application/vnd.debian.binary-package',
  dmg: 'application/x-apple-diskimage',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  exe: 'application/vnd.microsoft.portable-executable',
  flac: 'audio/flac',
  gif: 'image/gif',
  gz: 'application/gzip',
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
  odp: 'application/vnd.oasis.opendocument.presentation',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  odt: 'application/vnd.oasis.opendocument.text',
  oga: 'audio/ogg',
  ogg: 'audio/ogg',
  opus: 'audio/ogg',
  pdf: 'application/pdf',
  png: 'image/png',
  ppt: 'application/vnd.ms-powerpoint',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  svg: 'image/svg+xml',
  tar: 'application/x-tar',
  tif: 'image/tiff',
  tiff: 'image/tiff',
  txt: 'text/plain',
  wav: 'audio/wav',
  weba: 'audio/webm',
  webm: 'video/webm',
  webp: 'image/webp',
  xls: 'application/vnd.ms-excel',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  zip: 'application/zip',
};

const wellFormed = /^[a-z0-9!#$&^_.+-]{1,60}\/[a-z0-9!#$&^_.+-]{1,100}$/;

/**
 * The declared type without parameters, or else that of the extension. In a form, a file
 * without a type is declared as text/plain, so the extension takes precedence over that type.
 */
export function getContentType(said: string | undefined, name: string): string {
  const type = (said ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (wellFormed.test(type) && type !== unknown && type !== plain) return type;
  const ending = /\.([a-z0-9]{1,5})$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  const named = Object.hasOwn(byEnding, ending) ? byEnding[ending] : undefined;
  return named ?? (type === plain ? plain : unknown);
}

export const isShownInPlace = (contentType: string): boolean => shownInPlace.has(contentType);

/** Types that a page could embed as part of itself, with any parameters. */
const active = /html|xml|script|css|wasm|flash|multipart|message|mhtml/;

/** The content type to send a file with. */
export function servedType(contentType: string): string {
  if (contentType === 'text/plain') return 'text/plain; charset=utf-8';
  return active.test(contentType) ? unknown : contentType;
}

/**
 * The ending of a name, in lower case, if it is one of a type that neither browsers nor web servers execute, and that nothing
 * makes a page of, as many do of Markdown.
 */
export function getInertEnding(name: string): string | undefined {
  const ending = /\.([a-z0-9]{1,5})$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  const type = Object.hasOwn(byEnding, ending) ? byEnding[ending] : undefined;
  // Documents of Office are archives, whose type merely has XML in its name.
  const isActive = type === undefined || active.test(type.replace('openxmlformats', '')) || ending === 'md';
  return isActive ? undefined : ending;
}
