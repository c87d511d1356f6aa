/** What is shown of a forgotten password and of a new address. */
import { serverNumbers } from '../../../wire/server.ts';
import { field, trouble } from './forms.ts';
import { html, type Html } from './html.ts';
import { page } from './layout.ts';
import type { Place } from './place.ts';

const titled = (place: Place, title: string, problem: string | undefined, body: Html): string =>
  page(
    `${problem === undefined ? '' : 'Error: '}${title}`,
    html`<h1>${title}</h1>
      ${trouble(problem)}${body}`,
    place,
  );

export const askResetPage = (place: Place, email: string, problem?: string): string =>
  titled(
    place,
    'Forgotten password',
    problem,
    html`<p class="quiet">
        Give the e-mail address of your account, and get a link to choose a new password.
      </p>
      <form method="post" action="/reset">
        ${field({ name: 'email', label: 'E-mail address', value: email, autocomplete: 'username', type: 'email', isWrong: problem !== undefined, isNext: true })}
        <button type="submit">Send the link</button>
      </form>
      <ul class="links">
        <li><a href="/login">Back to signing in</a></li>
      </ul>`,
  );

export const askedResetPage = (place: Place, email: string): string =>
  titled(
    place,
    'Look into your mail',
    undefined,
    html`<p class="quiet">
        If there is an account with the address <strong>${email}</strong>, a link is on its way to it. It
        works once, for 24 hours.
      </p>
      <ul class="links">
        <li><a href="/login">Back to signing in</a></li>
      </ul>`,
  );

export const newPasswordPage = (place: Place, token: string, email: string, problem?: string): string =>
  titled(
    place,
    'Choose a new password',
    problem,
    html`<form method="post" action="/reset/${token}">
      <input type="hidden" name="username" value="${email}" autocomplete="username" />
      ${field({ name: 'password', label: 'New password', value: '', autocomplete: 'new-password', type: 'password', hint: `At least ${serverNumbers.password_min_length} characters. Every browser is signed out.`, isWrong: problem !== undefined, isNext: true })}
      <button type="submit">Change password</button>
    </form>`,
  );

export const confirmPage = (place: Place, token: string, email: string, problem?: string): string =>
  titled(
    place,
    'Confirm your e-mail address',
    problem,
    html`<p class="quiet">From now on you sign in with <strong>${email}</strong>, and get mail there.</p>
      <form method="post" action="/confirm-email/${token}">
        <button type="submit">Confirm</button>
      </form>`,
  );

export const confirmedPage = (place: Place): string =>
  titled(
    place,
    'Your e-mail address is changed',
    undefined,
    html`<ul class="links">
      <li><a href="/">Go to ${place.name}</a></li>
    </ul>`,
  );

export const deadLinkPage = (place: Place): string =>
  titled(
    place,
    'This link has ended',
    undefined,
    html`<p class="quiet">It works once, for 24 hours, and a newer one takes its place.</p>
      <ul class="links">
        <li><a href="/reset">Ask for a new password</a></li>
        <li><a href="/login">Sign in</a></li>
      </ul>`,
  );
