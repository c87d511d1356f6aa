/** The layout of every page: one column, light or dark like the system, without scripts and external resources. */
import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import type { Language, Texts } from '../../lib/i18n/i18n.ts';
import { html, Html } from './html.ts';
import { languageAttributes } from './marked-up-texts.ts';
import { markUrl, style } from './style.ts';
import type { OrganizationSummary } from './place.ts';

/** Not part of the template, which removes indentation: that would change the hash of the style sheet. */
const styleSheet = new Html(`<style>${style}</style>`);

/** Allows the style sheet by its hash, and fonts and images of this server. */
const policy = [
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "font-src 'self'",
  "img-src 'self' data:",
];

/** What else a page could load. */
const otherDirectives = ['connect-src', 'media-src', 'object-src', 'frame-src', 'worker-src', 'manifest-src'];

export interface Frame {
  /** Texts in the language of the page. */
  t: Texts;
  /** The organization; undefined for pages of the server. */
  place?: OrganizationSummary;
}

export type OrganizationFrame = Required<Frame>;

export interface Page {
  language: Language;
  text: string;
}

export function page({ t: { language }, place }: Frame, title: string, body: Html): Page {
  const text = html`<!doctype html>
    <html ${languageAttributes(language)}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <link rel="icon" href="${markUrl}" />
        ${styleSheet}
      </head>
      <body>
        <main>
          ${place ? placeIcon(place) : html`<img class="icon" src="${markUrl}" alt="Heddle" />`} ${body}
        </main>
      </body>
    </html> `.text;
  return { language, text };
}

/** The icon, or the first letter of the name; decorative, since the name is next to it. */
export function placeIcon({ name, icon }: OrganizationSummary): Html {
  if (icon !== undefined) return html`<img class="icon" src="${icon}" alt="" />`;
  return html`<span class="icon" aria-hidden="true">${[...name][0]?.toLocaleUpperCase() ?? ''}</span>`;
}

/** Additions to the content security policy of a page. */
interface PolicyAdditions {
  /** Further origins that forms may redirect to, separated by spaces. */
  formTargets?: string;
  /** The hash of an inline script, or `self` for script files of this server. */
  script?: string;
}

/** Sends a page with the security headers. */
export function sendPage(
  reply: FastifyReply,
  { language, text }: Page,
  status = 200,
  additions: PolicyAdditions = {},
): FastifyReply {
  return guard(reply)
    .code(status)
    .header('content-type', 'text/html; charset=utf-8')
    .header('content-language', language)
    .header('vary', 'Accept-Language')
    .header('content-security-policy', getPolicy(additions, reply.hasHeader('link')))
    .send(text);
}

/** @param isPrefetching Firefox refuses what `default-src` does not allow; all else is then forbidden by name. */
function getPolicy({ formTargets, script }: PolicyAdditions, isPrefetching: boolean): string {
  const forms = formTargets === undefined ? "form-action 'self'" : `form-action 'self' ${formTargets}`;
  const own = [...policy, forms, "base-uri 'none'", "frame-ancestors 'none'"];
  if (script !== undefined) own.push(`script-src '${script}'`);
  if (!isPrefetching) return ["default-src 'none'", ...own].join('; ');
  const forbidden = script === undefined ? ['script-src', ...otherDirectives] : otherDirectives;
  return ["default-src 'self'", ...forbidden.map((directive) => `${directive} 'none'`), ...own].join('; ');
}

/** What no page uses, so that nothing in a page can ask for it. */
const unused = ['camera', 'display-capture', 'geolocation', 'midi', 'payment', 'usb'].map(
  (feature) => `${feature}=()`,
);

/** Powerful features of the browser: only the web client records, and nothing that is embedded in it. */
export const getPermissions = (microphone: 'none' | 'self'): string =>
  [...unused, microphone === 'self' ? 'microphone=(self)' : 'microphone=()'].join(', ');

export function guard(reply: FastifyReply): FastifyReply {
  return reply
    .header('permissions-policy', getPermissions('none'))
    .header('cache-control', 'no-store, private')
    .header('x-frame-options', 'DENY')
    .header('referrer-policy', 'no-referrer')
    .header('cross-origin-opener-policy', 'same-origin')
    .header('cross-origin-resource-policy', 'same-origin');
}
