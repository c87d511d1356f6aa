/** Decodes a page in any encoding. */

/** The limit for the encoding declaration in the HTML standard. */
const searchedBytes = 1024;
const declared =
  /<meta\s[^>]*?(?:charset\s*=\s*["']?\s*|content\s*=\s*["'][^"'>]*?charset\s*=\s*)([\w:.-]{1,40})/i;

/**
 * Invalid bytes become U+FFFD.
 * @param contentType The Content-Type header.
 */
export function decodePage(body: Buffer, contentType: string): string {
  return decoderFor(body, contentType).decode(body);
}

function decoderFor(body: Buffer, contentType: string): TextDecoder {
  const marked = markedEncoding(body);
  if (marked !== undefined) return new TextDecoder(marked);
  const inHeader = /charset\s*=\s*["']?\s*([\w:.-]{1,40})/i.exec(contentType)?.[1];
  const inPage = declared.exec(body.subarray(0, searchedBytes).toString('latin1'))?.[1];
  return knownDecoder(inHeader) ?? knownDecoder(readable(inPage)) ?? new TextDecoder();
}

function markedEncoding(body: Buffer): string | undefined {
  if (body[0] === 0xfe && body[1] === 0xff) return 'utf-16be';
  return body[0] === 0xff && body[1] === 0xfe ? 'utf-16le' : undefined;
}

/** A page whose declaration could be parsed as ASCII is not in UTF-16, whatever it declares. */
const readable = (label: string | undefined): string | undefined =>
  label?.toLowerCase().startsWith('utf-16') === true ? 'utf-8' : label;

function knownDecoder(label: string | undefined): TextDecoder | undefined {
  if (label === undefined) return undefined;
  try {
    return new TextDecoder(label);
  } catch {
    return undefined;
  }
}
