/** What those see who join: the forms, and what a link says that leads nowhere any more. */
import { limits } from '../../../wire/core.ts';
import type { Ending } from '../features/invites/open.ts';
import { field, trouble } from './forms.ts';
import { html, type Html } from './html.ts';
import { page } from './layout.ts';
import type { Place } from './place.ts';

/** Where somebody comes in, and what it says of itself. */
export interface Entrance {
  place: Place;
  about: Html | null;
}

const signIn = html`<ul class="links">
  <li><a href="/login">Sign in</a></li>
</ul>`;

/** Name and password, for an address that is known to be theirs. */
export function accountForm(
  { place, about }: Entrance,
  email: string,
  fullName: string,
  problem?: string,
): string {
  return page(
    `Join ${place.name}`,
    html`<h1>Join ${place.name}</h1>
      ${about}
      <p class="quiet">
        Choose how people see you, and a password. You sign in with <strong>${email}</strong>.
      </p>
      ${trouble(problem)}
      <form method="post">
        ${field({ name: 'full_name', label: 'Your name', value: fullName, autocomplete: 'name', most: limits.fullNameLength, isNext: true })}
        ${field({ name: 'password', label: 'Password', value: '', autocomplete: 'new-password', type: 'password', hint: 'At least 8 characters.' })}
        <button type="submit">Join</button>
      </form>`,
    place,
  );
}

/** For those who come with a link for many, or to an organization that is open. */
export function addressForm({ place, about }: Entrance, email: string, problem?: string): string {
  return page(
    `Join ${place.name}`,
    html`<h1>Join ${place.name}</h1>
      ${about}
      <p class="quiet">We send a link to your e-mail address. Open it to choose your name and password.</p>
      ${trouble(problem)}
      <form method="post">
        ${field({ name: 'email', label: 'Your e-mail address', value: email, autocomplete: 'email', type: 'email', isNext: true })}
        <button type="submit">Send link</button>
      </form>
      <p class="links">Have an account? <a href="/login">Sign in</a></p>`,
    place,
  );
}

export function sentPage(place: Place, email: string): string {
  return page(
    'Look into your mail',
    html`<h1>Look into your mail</h1>
      <p class="quiet">
        There is a message for <strong>${email}</strong> on its way, which tells how to go on in
        ${place.name}. If it does not come, look into the folder for unwanted mail.
      </p>`,
    place,
  );
}

export interface Ended {
  status: number;
  title: string;
  text: string;
}

const ask = 'Ask whoever invited you for another.';

export const endings: Readonly<Record<Ending, Ended>> = {
  unknown: { status: 404, title: 'This link leads nowhere', text: `It may have been cut off. ${ask}` },
  used: {
    status: 410,
    title: 'This invitation has been used',
    text: 'Somebody has made an account with it. If that was you, sign in.',
  },
  revoked: { status: 410, title: 'This invitation has been withdrawn', text: ask },
  expired: { status: 410, title: 'This invitation has expired', text: ask },
  closed: {
    status: 403,
    title: 'You need an invitation',
    text: 'This organization takes in only those whom somebody has invited. Ask someone who is in it.',
  },
  addressTaken: {
    status: 410,
    title: 'You have an account',
    text: 'There is an account with the address of this invitation. Sign in with it.',
  },
  addressRefused: {
    status: 403,
    title: 'This address may not join',
    text: 'The organization accepts no addresses like that of this invitation any more.',
  },
  organizationDeactivated: {
    status: 403,
    title: 'This organization is closed',
    text: 'It has been deactivated, and nobody can join it.',
  },
};

/** @param isOpen Whether there is anything to sign in to. */
export const endedPage = (place: Place, { title, text }: Ended, isOpen: boolean): string =>
  page(
    title,
    html`<h1>${title}</h1>
      <p class="quiet">${text}</p>
      ${isOpen ? signIn : null}`,
    place,
  );
