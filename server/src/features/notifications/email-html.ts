/** The HTML of an email about missed messages, for light and dark mode, within what mail clients support. */
import { getDirection, type Language } from '../../lib/i18n/i18n.ts';
import { escapeAttribute, escapeText } from '../../lib/markdown/escape.ts';

export interface MailItem {
  name: string;
  time: string;
  /** The content as safe HTML; undefined if it must not be emailed. */
  html: string | undefined;
}

export interface MailPage {
  language: Language;
  title: string;
  place: string;
  items: readonly MailItem[];
  /** Further lines. */
  notes: readonly string[];
  button: MailLink;
  why: string;
  links: readonly MailLink[];
}

export interface MailLink {
  text: string;
  url: string;
}

const style = `
body{margin:0;padding:16px;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;background:#ffffff;color:#1d1d24}
.mail{max-width:600px;margin:0 auto}
a{color:#4747b8}
.place{margin:0 0 16px;font-weight:600}
.message{margin:0 0 16px;padding-left:12px;border-left:3px solid #d9d9e0}
.who{margin:0 0 4px;font-size:14px}
.quiet,.foot{color:#62626c;font-size:14px}
.foot{margin-top:24px;padding-top:12px;border-top:1px solid #d9d9e0}
.button{display:inline-block;padding:10px 16px;border-radius:8px;background:#4747b8;color:#ffffff;font-weight:600;text-decoration:none}
.text p,.text ul,.text ol{margin:0 0 8px}
.text blockquote{margin:0 0 8px;padding-left:12px;border-left:3px solid #d9d9e0;color:#62626c}
.text pre{margin:0 0 8px;padding:8px 12px;border-radius:6px;background:#f2f2f5;white-space:pre-wrap;overflow-wrap:anywhere}
.text code{font-family:ui-monospace,Menlo,Consolas,monospace;font-size:14px}
.text table{border-collapse:collapse}
.text th,.text td{padding:4px 8px;border:1px solid #d9d9e0;text-align:left}
.text img{max-width:100%;height:auto;border-radius:6px}
.text img.emoji{width:20px;height:20px;vertical-align:middle}
.text .mention{background:#ececf3;border-radius:4px;padding:0 3px}
.text .spoiler,.text .website{margin:0 0 8px;padding:8px 12px;border:1px solid #d9d9e0;border-radius:8px}
.text .website{overflow:hidden}
.text .website-image{float:left;width:72px;height:72px;object-fit:cover;margin-right:12px}
.text .website-text{overflow:hidden}
.text .website-title{font-weight:600}
@media (prefers-color-scheme:dark){
body{background:#17171c;color:#ececf1}
a{color:#a9a9ff}
.message,.foot,.text blockquote,.text th,.text td,.text .spoiler,.text .website{border-color:#3a3a44}
.quiet,.foot,.text blockquote{color:#a2a2ad}
.text pre{background:#23232b}
.text .mention{background:#2c2c36}
.button{background:#a9a9ff;color:#17171c}
}`;

/** Mirrors the styles for right-to-left languages: mail clients do not support CSS logical properties. */
const turned = (css: string): string =>
  css.replaceAll(/\b(?:left|right)\b/g, (side) => (side === 'left' ? 'right' : 'left'));

/** The frame of every email about messages. */
export interface MailFrame extends Pick<MailPage, 'language' | 'title' | 'why' | 'links'> {
  /** HTML. */
  body: readonly string[];
}

export function mailFrame({ language, title, body, why, links }: MailFrame): string {
  const direction = getDirection(language);
  const css = direction === 'rtl' ? turned(style) : style;
  return [
    `<!doctype html>\n<html lang="${escapeAttribute(language)}" dir="${direction}">\n<head>\n<meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width">',
    '<meta name="color-scheme" content="light dark">\n<meta name="supported-color-schemes" content="light dark">',
    `<title>${escapeText(title)}</title>\n<style>${css}\n</style>\n</head>\n<body>\n<div class="mail">`,
    ...body,
    `<div class="foot">${escapeText(why)}<br>${links.map((one) => mailLink(one)).join(' · ')}</div>`,
    '</div>\n</body>\n</html>',
  ].join('\n');
}

export function mailHtml(page: MailPage): string {
  const { place, items, notes, button } = page;
  const body = [
    mailHeading({ text: place }),
    ...items.map(mailItem),
    ...notes.map(mailNote),
    `<p>${mailLink({ ...button }, 'button')}</p>`,
  ];
  return mailFrame({ ...page, body });
}

/** @param heading With `url`, a link. */
export const mailHeading = ({ text, url }: { text: string; url?: string }): string =>
  `<p class="place" dir="auto">${url === undefined ? escapeText(text) : mailLink({ text, url })}</p>`;

export const mailNote = (note: string): string => `<p class="quiet">${escapeText(note)}</p>`;

export const mailItem = ({ name, time, html }: MailItem): string =>
  `<div class="message"><p class="who"><b dir="auto">${escapeText(name)}</b> <span class="quiet">${escapeText(time)}</span></p>${
    html === undefined ? '' : `<div class="text" dir="auto">${html}</div>`
  }</div>`;

export function mailLink({ text, url }: MailLink, name?: string): string {
  const classes = name === undefined ? '' : ` class="${name}"`;
  return `<a${classes} href="${escapeAttribute(url)}">${escapeText(text)}</a>`;
}
