/** /dev/emails: emails sent by a demo server. Only mounted there, since links in emails give access to accounts. */
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../core/context/index.ts';
import { readOutbox } from '../lib/mail/deliver.ts';
import { parseEmail, type ReadEmail } from '../lib/mail/read.ts';
import type { Texts } from '../lib/i18n/i18n.ts';
import { html, type Html } from './layout/html.ts';
import { textsFor } from './layout/language.ts';
import { page, sendPage, type Page } from './layout/layout.ts';
import { knownSite } from './viewer.ts';

const devEmailsPath = '/dev/emails';

export function mountDevEmails(fastify: FastifyInstance, app: AppContext): void {
  fastify.get(devEmailsPath, { config: { callers: 'demo' } }, async (request, reply) => {
    if (!knownSite(app, request, reply)) return reply;
    const emails = (await readOutbox(app.config.data)).map(parseEmail);
    return sendPage(reply, listPage(textsFor(request), emails));
  });
}

const listPage = (t: Texts, emails: readonly ReadEmail[]): Page =>
  page(
    { t },
    t('emails.title'),
    html`<h1>${t('emails.title')}</h1>
      <p class="quiet">${t('emails.text')}</p>
      ${emails.length === 0 ? html`<p class="note">${t('emails.none')}</p>` : emails.map((email) => one(t, email))}`,
  );

const one = (t: Texts, { to, subject, date, text }: ReadEmail): Html =>
  html`<dl>
    <div>
      <dt>${t('emails.to')}</dt>
      <dd>${to}</dd>
    </div>
    <div>
      <dt>${t('emails.subject')}</dt>
      <dd>${subject}</dd>
    </div>
    <div>
      <dt>${t('emails.date')}</dt>
      <dd>${date}</dd>
    </div>
    <div>
      <dt>${t('emails.body')}</dt>
      <dd>${text.split(/\n{2,}/).map((paragraph) => html`<p>${withLinks(paragraph)}</p>`)}</dd>
    </div>
  </dl>`;

/** Turns URLs into links. */
const withLinks = (text: string): Html[] =>
  text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((part, place) => (place % 2 === 1 ? html`<a href="${part}">${part}</a>` : html`${part}`));
