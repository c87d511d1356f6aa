/** XML as text: what is put into it is escaped, and what XML cannot hold is left out. */
import { escape } from '../layout/html.ts';

const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** What is no character of XML 1.0, however it is written: controls but tab and line ends, lone surrogates, U+FFFE and U+FFFF. */
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
