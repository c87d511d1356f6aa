/** The frame of every page: one column of text, light or dark as the system is, no script, nothing from elsewhere. */
import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import type { Language, Texts } from '../../lib/i18n/i18n.ts';
import { html, Html } from './html.ts';
import { languageAttributes } from './marked-up-texts.ts';
import { markUrl, style } from './style.ts';
import type { OrganizationSummary } from './place.ts';

/** Made outside the page, whose layout in this file would change the text and so its hash. */
const styleSheet = new Html(`<style>${style}</style>`);

/** The one style sheet is let in by its hash, typefaces and pictures from this server, and nothing else at all. */
const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "font-src 'self'",
  "img-src 'self' data:",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

export interface Frame {
  /** The texts in its language. */
  t: Texts;
  /** Whose page it is; without one it is the server's. */
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

/** Its own picture, or its first letter; its name stands beside it. */
export function placeIcon({ name, icon }: OrganizationSummary): Html {
  if (icon !== undefined) return html`<img class="icon" src="${icon}" alt="" />`;
  return html`<span class="icon" aria-hidden="true">${[...name][0]?.toLocaleUpperCase() ?? ''}</span>`;
}

/** What a page needs beyond the policy of all of them. */
interface PolicyAdditions {
  /** Origins besides our own, separated by spaces, that forms may lead to. */
  formTargets?: string;
  /** The hash of a script in it, or `self` for one in a file of ours. */
  script?: string;
}

/** Nothing on these pages is to be kept, framed, guessed at or shown to other sites. */
export function sendPage(
  reply: FastifyReply,
  { language, text }: Page,
  status = 200,
  { formTargets, script }: PolicyAdditions = {},
): FastifyReply {
  const forms =
    formTargets === undefined ? policy : policy.replace("form-action 'self'", `$& ${formTargets}`);
  return guard(reply)
    .code(status)
    .header('content-type', 'text/html; charset=utf-8')
    .header('content-language', language)
    .header('vary', 'Accept-Language')
    .header('content-security-policy', script === undefined ? forms : `${forms}; script-src '${script}'`)
    .send(text);
}

export function guard(reply: FastifyReply): FastifyReply {
  return reply
    .header('cache-control', 'no-store, private')
    .header('x-frame-options', 'DENY')
    .header('referrer-policy', 'no-referrer')
    .header('cross-origin-opener-policy', 'same-origin')
    .header('cross-origin-resource-policy', 'same-origin');
}
