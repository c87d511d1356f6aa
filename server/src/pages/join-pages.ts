/** The pages for joining: forms, and the error for an invalid link. */
import { serverNumbers } from '../../../wire/server.ts';
import type { InvitationStatus } from '../features/invites/index.ts';
import type { Problem } from './layout/form-problem.ts';
import { field, fields, formTitle, nameField, newPasswordField, trouble } from './layout/forms.ts';
import { html, type Html } from './layout/html.ts';
import { page, type Page, type OrganizationFrame } from './layout/layout.ts';
import { providerLinks, type ProviderLinks } from './providers/pages.ts';
import { textWithMarkup } from './layout/marked-up-texts.ts';

/** The organization to join, and its description. */
export interface Entrance extends OrganizationFrame {
  about: Html | null;
  /** Sign-in providers that can create the account. */
  providers: ProviderLinks;
  /** Whether a mail server is configured: otherwise nobody should wait for an email. */
  delivers: boolean;
}

/** Name and password, for a verified email address. */
export function accountForm(entrance: Entrance, email: string, fullName: string, problem?: Problem): Page {
  const { t, place, about } = entrance;
  const title = t('join.title', { name: place.name });
  const hint = t('common.passwordHint', { least: place.leastPassword ?? serverNumbers.password_min_length });
  return page(
    entrance,
    formTitle(t, title, problem),
    html`<h1>${title}</h1>
      ${about}
      <p class="quiet">${textWithMarkup(t, 'join.choose', { email: html`<strong>${email}</strong>` })}</p>
      ${trouble(problem?.text)}
      <form method="post">
        ${fields([nameField(t, fullName), newPasswordField(t('common.password'), hint)], problem)}
        <button type="submit">${t('join.join')}</button>
      </form>
      ${providerLinks(t, { ...entrance.providers, isNew: true })}`,
  );
}

/** Shown for reusable invitation links, and by open organizations. */
export function addressForm(entrance: Entrance, email: string, problem?: string): Page {
  const { t, place, about, delivers } = entrance;
  const title = t('join.title', { name: place.name });
  const signIn = html`<a href="/login">${t('common.signIn')}</a>`;
  return page(
    entrance,
    formTitle(t, title, problem),
    html`<h1>${title}</h1>
      ${about}
      <p class="quiet">${t(delivers ? 'join.ask' : 'join.noMail')}</p>
      ${trouble(problem)}
      <form method="post">
        ${field({ name: 'email', label: t('common.yourEmail'), value: email, autocomplete: 'email', type: 'email', isWrong: problem !== undefined, isNext: true })}
        <button type="submit">${t('join.send')}</button>
      </form>
      ${providerLinks(t, { ...entrance.providers, isNew: true })}
      <p class="links">${textWithMarkup(t, 'join.hasAccount', { signIn })}</p>`,
  );
}

/** @param delivers Whether a mail server is configured: otherwise the email stays on the server. */
export function sentPage(frame: OrganizationFrame, email: string, delivers: boolean): Page {
  const { t, place } = frame;
  const parts = { email: html`<strong>${email}</strong>`, name: place.name };
  const title = t(delivers ? 'common.lookIntoMail' : 'common.askForLink');
  return page(
    frame,
    title,
    html`<h1>${title}</h1>
      <p class="quiet">${delivers ? textWithMarkup(t, 'join.sent', parts) : t('common.mailNotSent')}</p>`,
  );
}

export const endingStatus: Readonly<Record<InvitationStatus, number>> = {
  unknown: 404,
  used: 410,
  revoked: 410,
  expired: 410,
  closed: 403,
  addressTaken: 410,
  addressRefused: 403,
  addressOther: 403,
  organizationDeactivated: 403,
};

export function endedPage(frame: OrganizationFrame, why: InvitationStatus): Page {
  const { t } = frame;
  // Nobody can sign in to a deactivated organization.
  const isOpen = why !== 'organizationDeactivated';
  return page(
    frame,
    t(`join.${why}`),
    html`<h1>${t(`join.${why}`)}</h1>
      <p class="quiet">${t(`join.${why}.text`)}</p>
      ${
        isOpen
          ? html`<ul class="links">
              <li><a href="/login">${t('common.signIn')}</a></li>
            </ul>`
          : null
      }`,
  );
}
