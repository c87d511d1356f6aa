/** A template tag for XML: escapes values, and drops characters that XML cannot represent. */
import { escape } from '../layout/html.ts';

const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** Characters that XML 1.0 does not allow even escaped: most control characters, lone surrogates, U+FFFE and U+FFFF. */
const impossible = /[^\t\n\r\P{Cc}\u007F-\u009F]|[\uFFFE\uFFFF\p{Cs}]/gu;

const xmlText = (text: string): string => escape(text.replace(impossible, ''));

export class Xml {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type XmlPart = Xml | string | number | readonly Xml[];

/** xml`<title>${anything}</title>` */
export function xml(strings: TemplateStringsArray, ...parts: XmlPart[]): Xml {
  return new Xml(strings.map((string, i) => string + asText(parts[i] ?? '')).join(''));
}

function asText(part: XmlPart): string {
  if (part instanceof Xml) return part.text;
  if (typeof part === 'object') return part.map(({ text }) => text).join('');
  return xmlText(String(part));
}

export const xmlDocument = ({ text }: Xml): string => declaration + text;
