/** The pages of the second step of a sign-in. */
import type { Enrolment } from '../core/two-factor/index.ts';
import type { Texts } from '../lib/i18n/i18n.ts';
import { field, formTitle, trouble } from './layout/forms.ts';
import { html, Html } from './layout/html.ts';
import { page, type OrganizationFrame, type Page } from './layout/layout.ts';

const titled = (
  { t, place }: OrganizationFrame,
  title: string,
  problem: string | undefined,
  body: Html,
): Page =>
  page(
    { t, place },
    formTitle(t, title, problem),
    html`<h1>${title}</h1>
      ${trouble(problem)}${body}`,
  );

const codeField = (t: Texts, isWrong: boolean): Html =>
  field({
    name: 'code',
    label: t('signIn.code'),
    value: '',
    autocomplete: 'one-time-code',
    isWrong,
    isNext: true,
  });

const backToSignIn = (t: Texts): Html =>
  html`<ul class="links">
    <li><a href="/login">${t('common.backToSignIn')}</a></li>
  </ul>`;

/** @param step The sealed pending sign-in. */
export function codePage(
  frame: OrganizationFrame,
  step: string,
  { problem, passkey }: { problem: string | undefined; passkey: Html | null },
): Page {
  const { t, place } = frame;
  return titled(
    frame,
    t('signIn.codeTitle'),
    problem,
    html`<p class="quiet">${t('signIn.codeText', { name: place.name })}</p>
      <form method="post" action="/login/code">
        <input type="hidden" name="step" value="${step}" />
        ${codeField(t, problem !== undefined)}
        <button type="submit">${t('common.signIn')}</button>
      </form>
      ${passkey} ${backToSignIn(t)}`,
  );
}

interface SetupForm {
  /** The sealed pending sign-in. */
  step: string;
  enrolment: Enrolment;
  problem: string | undefined;
}

export function setupPage(frame: OrganizationFrame, { step, enrolment, problem }: SetupForm): Page {
  const { t, place } = frame;
  const picture = t('signIn.setupPicture');
  return titled(
    frame,
    t('signIn.setupTitle'),
    problem,
    html`<p class="quiet">${t('signIn.setupText', { name: place.name })}</p>
      <div class="qr" role="img" aria-label="${picture}">${new Html(enrolment.qrCode)}</div>
      <p class="quiet">${t('signIn.setupSecret')}<br /><code>${inGroups(enrolment.secret)}</code></p>
      <form method="post" action="/login/setup">
        <input type="hidden" name="step" value="${step}" />
        <input type="hidden" name="setup" value="${enrolment.sealed}" />
        ${codeField(t, problem !== undefined)}
        <button type="submit">${t('common.signIn')}</button>
      </form>
      ${backToSignIn(t)}`,
  );
}

const inGroups = (secret: string): string => secret.match(/.{1,4}/g)?.join(' ') ?? secret;

export function recoveryPage(frame: OrganizationFrame, step: string, codes: readonly string[]): Page {
  const { t } = frame;
  return titled(
    frame,
    t('signIn.recoveryTitle'),
    undefined,
    html`<p class="quiet">${t('signIn.recoveryText')}</p>
      <ul class="codes">
        ${codes.map((code) => html`<li><code>${code}</code></li>`)}
      </ul>
      <form method="post" action="/login/continue">
        <input type="hidden" name="step" value="${step}" />
        <button type="submit">${t('signIn.recoverySaved')}</button>
      </form>`,
  );
}
