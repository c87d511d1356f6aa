/** The pages for signing in and out. */
import type { SignInProvider } from '../lib/config/oidc-config.ts';
import type { Texts } from '../lib/i18n/i18n.ts';
import { field, formTitle, trouble } from './layout/forms.ts';
import { html, type Html } from './layout/html.ts';
import { followScript } from './links/follow-script.ts';
import { providerLinks } from './providers/pages.ts';
import { page, placeIcon, type Page, type OrganizationFrame } from './layout/layout.ts';
import { textWithMarkup } from './layout/marked-up-texts.ts';

export interface SignInForm {
  frame: OrganizationFrame;
  /** The description of the organization. */
  about: Html | null;
  next: string;
  /** Whether user names may be other than email addresses (LDAP). */
  hasUserNames: boolean;
  username: string;
  /** Whether anyone may create an account. */
  isOpen: boolean;
  providers: readonly SignInProvider[];
  /** The passkey form, if anyone has a passkey. */
  passkey: Html | null;
  /** The sealed purpose of an app. */
  app?: string;
  problem?: string;
  /** A notice that is no error. */
  note?: string;
}

export function signInPage(shown: SignInForm): Page {
  const { frame, about, isOpen, providers, passkey, problem, note, ...form } = shown;
  const { t, place } = frame;
  const title = t('signIn.title', { name: place.name });
  return page(
    frame,
    formTitle(t, title, problem),
    html`<h1>${title}</h1>
      ${about} ${trouble(problem)}
      ${note === undefined ? null : html`<p class="note" role="status">${note}</p>`}
      ${signInForm(t, form, problem !== undefined)} ${passkey}
      ${providerLinks(t, { providers, query: form.next === '/' ? {} : { next: form.next } })}
      <ul class="links">
        <li><a href="/reset">${t('signIn.forgotten')}</a></li>
        ${isOpen ? html`<li><a href="/join">${t('signIn.join')}</a></li>` : null}
      </ul>
      ${followScript}`,
  );
}

type SignInInput = Pick<SignInForm, 'next' | 'hasUserNames' | 'username' | 'app'>;

function signInForm(t: Texts, { next, hasUserNames, username, app }: SignInInput, isWrong: boolean): Html {
  const label = t(hasUserNames ? 'signIn.nameOrEmail' : 'common.email');
  const isKnown = username !== '';
  return html`<form method="post" action="/login">
    <input type="hidden" name="next" value="${next}" />
    ${app === undefined ? null : html`<input type="hidden" name="app" value="${app}" />`}
    ${field({ name: 'username', label, value: username, autocomplete: 'username', type: hasUserNames ? 'text' : 'email', isWrong, isNext: !isKnown })}
    ${field({ name: 'password', label: t('common.password'), value: '', autocomplete: 'current-password', type: 'password', isWrong, isNext: isKnown })}
    <button type="submit">${t('common.signIn')}</button>
  </form>`;
}

export function signOutPage(frame: OrganizationFrame): Page {
  const { t, place } = frame;
  return page(
    frame,
    t('signOut.title'),
    html`<h1>${t('signOut.question', { name: place.name })}</h1>
      <p class="quiet">${t('signOut.text')}</p>
      <form method="post" action="/logout">
        <button type="submit">${t('signOut.title')}</button>
      </form>
      <ul class="links">
        <li><a href="/">${t('signOut.back', { name: place.name })}</a></li>
      </ul>`,
  );
}

interface ChooseForm {
  /** Organizations that are listed publicly. Their icons are not shown, since they are on other hosts. */
  places: readonly { name: string; url: string }[];
  /** An example of a host name. */
  example: string;
  typed: string;
  problem?: string;
}

export function choosePage(t: Texts, { places, example, typed, problem }: ChooseForm): Page {
  const title = t('choose.title');
  const hint = t('choose.hint', { example });
  const list = html`<h2>${t('choose.listed')}</h2>
    <ul class="places">
      ${places.map(
        ({ name, url }) =>
          html`<li>
            <a href="${url}">
              ${placeIcon({ name })}
              <span><strong>${name}</strong><small>${new URL(url).host}</small></span>
            </a>
          </li>`,
      )}
    </ul>`;
  return page(
    { t },
    formTitle(t, title, problem),
    html`<h1>${title}</h1>
      <p class="quiet">${t('choose.text')}</p>
      ${trouble(problem)}
      <form action="/choose">
        ${field({ name: 'address', label: t('choose.address'), value: typed, autocomplete: 'off', hint, isWrong: problem !== undefined, isNext: true })}
        <button type="submit">${t('choose.go')}</button>
      </form>
      ${places.length === 0 ? null : list}`,
  );
}

export function notBuiltPage(frame: OrganizationFrame): Page {
  const { t, place } = frame;
  const parts = {
    name: place.name,
    start: html`<code>npm start</code>`,
    build: html`<code>node tools/run.mjs tools/build.ts</code>`,
  };
  return page(
    frame,
    place.name,
    html`<h1>${t('home.notBuilt')}</h1>
      <p class="quiet">${textWithMarkup(t, 'home.notBuiltText', parts)}</p>`,
  );
}
