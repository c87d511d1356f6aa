/** /dev/emails: what a demo has sent, where nobody has a mailbox. Links in it let anyone in: never on another server. */
import type { FastifyInstance } from 'fastify';
import type { Heddle } from '../heddle.ts';
import { readOutbox } from '../mail/deliver.ts';
import { parseEmail, type ReadEmail } from '../mail/read.ts';
import { html, type Html } from './html.ts';
import { page, sendPage } from './layout.ts';

export const devEmailsPath = '/dev/emails';

export function mountDevEmails(app: FastifyInstance, { config }: Heddle): void {
  app.get(devEmailsPath, async (_request, reply) =>
    sendPage(reply, listPage((await readOutbox(config.data)).map(parseEmail))),
  );
}

const listPage = (emails: readonly ReadEmail[]): string =>
  page(
    'E-mails of the demo',
    html`<h1>E-mails of the demo</h1>
      <p class="quiet">What this server would have sent, newest first. They are files in its data folder.</p>
      ${emails.length === 0 ? html`<p class="note">None yet.</p>` : emails.map(one)}`,
  );

const one = ({ to, subject, date, text }: ReadEmail): Html =>
  html`<dl>
    <div>
      <dt>To</dt>
      <dd>${to}</dd>
    </div>
    <div>
      <dt>Subject</dt>
      <dd>${subject}</dd>
    </div>
    <div>
      <dt>Date</dt>
      <dd>${date}</dd>
    </div>
    <div>
      <dt>Text</dt>
      <dd>${text.split(/\n{2,}/).map((paragraph) => html`<p>${withLinks(paragraph)}</p>`)}</dd>
    </div>
  </dl>`;

/** Addresses of pages can be clicked on. */
const withLinks = (text: string): Html[] =>
  text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((part, place) => (place % 2 === 1 ? html`<a href="${part}">${part}</a>` : html`${part}`));
