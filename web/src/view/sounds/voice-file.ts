/** The file of a voice message: its type, its name, and its length, which browsers do not write into it. */

/**
 * What to record as, from the best. AAC plays in every browser and app; WebM plays in more of them than Ogg. Browsers of
 * phones and of Apple record the first, the others the second.
 */
export const voiceTypes = [
  'audio/mp4;codecs=mp4a.40.2',
  'audio/webm;codecs=opus',
  'audio/ogg;codecs=opus',
  'audio/mp4',
  'audio/webm',
] as const;

const endings: Readonly<Record<string, string>> = {
  'audio/mp4': 'm4a',
  // A file that ends in `webm` is taken for a video.
  'audio/webm': 'weba',
  'audio/ogg': 'ogg',
};

/** Without parameters, which servers do not store. */
export const toPlainType = (type: string): string => type.split(';', 1)[0]?.trim().toLowerCase() ?? '';

const pad = (part: number): string => String(part).padStart(2, '0');

/** `voice-message-2026-03-01-14-05-09.m4a`, by the clock of the person; the same in all languages, so that files sort by time. */
export function voiceName(at: Date, type: string): string {
  const day = [at.getFullYear(), pad(at.getMonth() + 1), pad(at.getDate())];
  const time = [pad(at.getHours()), pad(at.getMinutes()), pad(at.getSeconds())];
  return `voice-message-${[...day, ...time].join('-')}.${endings[toPlainType(type)] ?? 'weba'}`;
}

/** Whether a file has such a name: these are small, and their waveforms are shown before they are played. */
export const isVoiceFile = (url: string): boolean =>
  /\/voice-message-[\d-]+\.(?:m4a|weba|ogg)(?:[?#]|$)/.test(url);

/** Files with these endings are played below the link to them. */
export const soundEnding = /^(?:aac|flac|m4a|mp3|og[ag]|opus|wav|weba)$/i;

const ids = { header: 0x1a45dfa3, segment: 0x18538067, info: 0x1549a966, scale: 0x2ad7b1, duration: 0x4489 };

type Element = { id: number; size: number | undefined; start: number; end: number };

/** The element of EBML that begins at a byte. `size` is undefined if it is not known, as while it is recorded. */
function readElement(bytes: Uint8Array, at: number): Element | undefined {
  const idLength = Math.clz32(bytes[at] ?? 0) - 23;
  const sizeAt = at + idLength;
  const sizeLength = Math.clz32(bytes[sizeAt] ?? 0) - 23;
  const start = sizeAt + sizeLength;
  if (idLength > 4 || sizeLength > 8 || start > bytes.length) return undefined;
  let id = 0;
  for (const byte of bytes.subarray(at, sizeAt)) id = id * 256 + byte;
  let size = (bytes[sizeAt] ?? 0) & (0xff >> sizeLength);
  let isOpen = size === 0xff >> sizeLength;
  for (const byte of bytes.subarray(sizeAt + 1, start)) {
    size = size * 256 + byte;
    isOpen &&= byte === 0xff;
  }
  return { id, size: isOpen ? undefined : size, start, end: isOpen ? bytes.length : start + size };
}

function* readElements(bytes: Uint8Array, from: number, to: number): Generator<Element> {
  for (let at = from; at < to;) {
    const element = readElement(bytes, at);
    if (element === undefined || element.end <= at || element.end > to) return;
    yield element;
    at = element.end;
  }
}

const nanoseconds = 1_000_000_000;

/**
 * Writes the length into the beginning of a WebM file, without which players show no length and cannot seek.
 * @returns the new beginning; undefined if the file has a length, or is not laid out as browsers record it
 */
export function withLength(bytes: Uint8Array, seconds: number): Uint8Array<ArrayBuffer> | undefined {
  const header = readElement(bytes, 0);
  const segment = header?.id === ids.header ? readElement(bytes, header.end) : undefined;
  // Nothing in a segment of unknown size names the position of anything.
  if (segment?.id !== ids.segment || segment.size !== undefined) return undefined;
  const info = readElement(bytes, segment.start);
  if (info?.id !== ids.info || info.size === undefined || info.end > bytes.length) return undefined;
  const fields = [...readElements(bytes, info.start, info.end)];
  if (fields.some(({ id }) => id === ids.duration)) return undefined;
  const scale = fields.find(({ id }) => id === ids.scale);
  let unit = scale === undefined ? 1_000_000 : 0;
  for (const byte of bytes.subarray(scale?.start ?? 0, scale?.end ?? 0)) unit = unit * 256 + byte;
  const duration = new Uint8Array([0x44, 0x89, 0x88, 0, 0, 0, 0, 0, 0, 0, 0]);
  new DataView(duration.buffer).setFloat64(3, (seconds * nanoseconds) / unit);
  // The size in eight bytes, of which the first only says that there are eight.
  const size = new Uint8Array(8);
  new DataView(size.buffer).setUint32(4, info.size + duration.length);
  size[0] = 1;
  const parts = [
    bytes.subarray(0, segment.start),
    new Uint8Array([0x15, 0x49, 0xa9, 0x66]),
    size,
    bytes.subarray(info.start, info.end),
    duration,
    bytes.subarray(info.end),
  ];
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
