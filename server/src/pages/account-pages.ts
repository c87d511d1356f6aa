/** The pages for a password reset and a change of email. */
import type { EmailLink } from '../features/users/index.ts';
import { serverNumbers } from '../../../wire/server.ts';
import type { Texts } from '../lib/i18n/i18n.ts';
import { field, formTitle, newPasswordField, trouble } from './layout/forms.ts';
import { html, type Html } from './layout/html.ts';
import { page, type Frame, type Page, type OrganizationFrame } from './layout/layout.ts';
import { textWithMarkup } from './layout/marked-up-texts.ts';

const titled = (frame: Frame, title: string, problem: string | undefined, body: Html): Page =>
  page(
    frame,
    formTitle(frame.t, title, problem),
    html`<h1>${title}</h1>
      ${trouble(problem)}${body}`,
  );

const backToSignIn = (t: Texts): Html =>
  html`<ul class="links">
    <li><a href="/login">${t('common.backToSignIn')}</a></li>
  </ul>`;

/** @param delivers Whether a mail server is configured: otherwise nobody should wait for the email. */
export function askResetPage(
  frame: OrganizationFrame,
  { email, delivers }: { email: string; delivers: boolean },
  problem?: string,
): Page {
  const { t, place } = frame;
  return titled(
    frame,
    t('reset.title'),
    problem,
    html`<p class="quiet">${delivers ? t('reset.text') : t('reset.noMail', { name: place.name })}</p>
      <form method="post" action="/reset">
        ${field({ name: 'email', label: t('common.email'), value: email, autocomplete: 'username', type: 'email', isWrong: problem !== undefined, isNext: true })}
        <button type="submit">${t('reset.send')}</button>
      </form>
      ${backToSignIn(t)}`,
  );
}

/** @param delivers Whether a mail server is configured: otherwise the email stays on the server. */
export function askedResetPage(frame: Frame, email: string, delivers: boolean): Page {
  const { t } = frame;
  const text = delivers
    ? textWithMarkup(t, 'reset.sent', { email: html`<strong>${email}</strong>` })
    : t('common.mailNotSent');
  return titled(
    frame,
    t(delivers ? 'common.lookIntoMail' : 'common.askForLink'),
    undefined,
    html`<p class="quiet">${text}</p>
      ${backToSignIn(t)}`,
  );
}

interface NewPassword {
  token: string;
  email: string;
  /** Whether another person created the account, and it has never been used. */
  isFirst: boolean;
}

export function newPasswordPage(frame: OrganizationFrame, given: NewPassword, problem?: string): Page {
  return given.isFirst ? firstPasswordPage(frame, given, problem) : otherPasswordPage(frame, given, problem);
}

function firstPasswordPage(
  frame: OrganizationFrame,
  { token, email }: NewPassword,
  problem: string | undefined,
): Page {
  const { t, place } = frame;
  const hint = t('common.passwordHint', { least: place.leastPassword ?? serverNumbers.password_min_length });
  const parts = { name: place.name, email: html`<strong>${email}</strong>` };
  return titled(
    frame,
    t('reset.first'),
    problem,
    html`<p class="quiet">${textWithMarkup(t, 'reset.first.text', parts)}</p>
      <form method="post" action="/reset/${token}">
        <input type="hidden" name="username" value="${email}" autocomplete="username" />
        ${field({ ...newPasswordField(t('common.password'), hint), isWrong: problem !== undefined, isNext: true })}
        <button type="submit">${t('reset.first.save')}</button>
      </form>`,
  );
}

function otherPasswordPage(frame: Frame, { token, email }: NewPassword, problem: string | undefined): Page {
  const { t } = frame;
  const hint = t('reset.passwordHint', {
    least: frame.place?.leastPassword ?? serverNumbers.password_min_length,
  });
  return titled(
    frame,
    t('reset.choose'),
    problem,
    html`<form method="post" action="/reset/${token}">
      <input type="hidden" name="username" value="${email}" autocomplete="username" />
      ${field({ ...newPasswordField(t('reset.password'), hint), isWrong: problem !== undefined, isNext: true })}
      <div class="field">
        <label><input type="checkbox" name="keep" value="on" /> ${t('reset.keepKeys')}</label>
        <p class="hint">${t('reset.keepKeysHint')}</p>
      </div>
      <button type="submit">${t('reset.change')}</button>
    </form>`,
  );
}

interface Confirmation {
  kind: EmailLink;
  token: string;
  /** The new address. */
  email: string;
}

export function confirmPage(frame: Frame, { kind, token, email }: Confirmation, problem?: string): Page {
  const { t } = frame;
  const text = textWithMarkup(t, kind === 'email' ? 'confirm.text' : 'confirmFormer.text', {
    email: html`<strong>${email}</strong>`,
  });
  return titled(
    frame,
    t(kind === 'email' ? 'confirm.title' : 'confirmFormer.title'),
    problem,
    html`<p class="quiet">${text}</p>
      <form method="post" action="/confirm-${kind}/${token}">
        <button type="submit">${t('confirm.confirm')}</button>
      </form>`,
  );
}

/** The page at which the former address undoes the change. */
export function undoPage(frame: Frame, token: string, email: string, problem?: string): Page {
  const { t } = frame;
  const text = textWithMarkup(t, 'undoEmail.text', { email: html`<strong>${email}</strong>` });
  return titled(
    frame,
    t('undoEmail.title'),
    problem,
    html`<p class="quiet">${text}</p>
      <form method="post" action="/undo-email/${token}">
        <button type="submit">${t('undoEmail.undo')}</button>
      </form>`,
  );
}

/** One of the two addresses has confirmed; the other one must confirm too. */
export function waitingPage(frame: OrganizationFrame): Page {
  const { t } = frame;
  return titled(frame, t('confirm.half'), undefined, html`<p class="quiet">${t('confirm.half.text')}</p>`);
}

export function confirmedPage(frame: OrganizationFrame): Page {
  const { t, place } = frame;
  return titled(
    frame,
    t('confirm.done'),
    undefined,
    html`<ul class="links">
      <li><a href="/">${t('confirm.go', { name: place.name })}</a></li>
    </ul>`,
  );
}

/** @param of what the link was for: another one for a password can be asked for */
export function deadLinkPage(frame: Frame, of: 'password' | 'address'): Page {
  const { t } = frame;
  return titled(
    frame,
    t('common.linkEnded'),
    undefined,
    html`<p class="quiet">${t('account.linkEnded')}</p>
      <ul class="links">
        ${of === 'password' ? html`<li><a href="/reset">${t('account.reset')}</a></li>` : null}
        <li><a href="/login">${t('common.signIn')}</a></li>
      </ul>`,
  );
}
