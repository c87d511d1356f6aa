/** Splits the HTML of a message, in linear time. */

/** A tag with its attributes, a run of text, or an angle bracket that is neither. */
const piece = /<(\/?)([a-z][a-z0-9-]*)((?:[^"<>]|"[^"]*")*)>|[^<]+|</gi;

/** Receives what a text consists of. Texts and attributes are still escaped. */
export interface HtmlReader {
  text(text: string): void;
  open(tag: string, attributes: string): void;
  close(tag: string): void;
}

export function readHtml(html: string, reader: HtmlReader): void {
  for (const [text, slash, tag, attributes = ''] of html.matchAll(piece)) {
    if (tag === undefined) reader.text(text);
    else if (slash === '/') reader.close(tag.toLowerCase());
    else reader.open(tag.toLowerCase(), attributes);
  }
}
