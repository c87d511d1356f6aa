/** What is shown of signing in and out. */
import { field, trouble } from './forms.ts';
import { html, type Html } from './html.ts';
import { page, placeIcon } from './layout.ts';
import type { Place } from './place.ts';

export interface SignInForm {
  place: Place;
  /** What the organization says of itself. */
  about: Html | null;
  next: string;
  /** Whether there are names to sign in with that are no addresses. */
  hasUserNames: boolean;
  username: string;
  /** Whether anybody may make an account. */
  isOpen: boolean;
  problem?: string;
  /** Something to tell that is not wrong. */
  note?: string;
}

export function signInPage({
  place,
  about,
  next,
  hasUserNames,
  username,
  isOpen,
  problem,
  note,
}: SignInForm): string {
  const isWrong = problem !== undefined;
  const isKnown = username !== '';
  return page(
    `${isWrong ? 'Error: ' : ''}Sign in to ${place.name}`,
    html`<h1>Sign in to ${place.name}</h1>
      ${about} ${trouble(problem)}
      ${note === undefined ? null : html`<p class="note" role="status">${note}</p>`}
      <form method="post" action="/login">
        <input type="hidden" name="next" value="${next}" />
        ${field({ name: 'username', label: hasUserNames ? 'User name or e-mail address' : 'E-mail address', value: username, autocomplete: 'username', type: hasUserNames ? 'text' : 'email', isWrong, isNext: !isKnown })}
        ${field({ name: 'password', label: 'Password', value: '', autocomplete: 'current-password', type: 'password', isWrong, isNext: isKnown })}
        <button type="submit">Sign in</button>
      </form>
      <ul class="links">
        <li><a href="/reset">Forgotten password?</a></li>
        ${isOpen ? html`<li><a href="/join">Create an account</a></li>` : null}
      </ul>`,
    place,
  );
}

export const signOutPage = (place: Place): string =>
  page(
    'Sign out',
    html`<h1>Sign out of ${place.name}?</h1>
      <p class="quiet">This browser forgets who you are. Others in which you are signed in stay so.</p>
      <form method="post" action="/logout">
        <button type="submit">Sign out</button>
      </form>
      <ul class="links">
        <li><a href="/">Back to ${place.name}</a></li>
      </ul>`,
    place,
  );

/** @param places The organizations on this server; their pictures are theirs to show, at their own addresses. */
export const choosePage = (places: readonly { name: string; url: string }[]): string =>
  page(
    'Choose an organization',
    html`<h1>Choose an organization</h1>
      <p class="quiet">This server has several, each at an address of its own.</p>
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
      </ul>`,
  );

export const notBuiltPage = (place: Place): string =>
  page(
    place.name,
    html`<h1>The web client is not built</h1>
      <p class="quiet">
        The server of ${place.name} is running, and apps and programs reach it. Its own web client has to be
        built first: start the server with <code>npm start</code>, which does so, or run
        <code>node tools/run.mjs tools/build.ts</code> beside it and load this page again.
      </p>`,
    place,
  );
