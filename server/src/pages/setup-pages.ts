/** What the one-time link shows: the form, then the owner's API key. */
import { limits } from '../../../wire/core.ts';
import type { MadeOrganization } from '../cli/commands/org-create.ts';
import { field } from './forms.ts';
import { html } from './html.ts';
import { page } from './layout.ts';
import { setupPath } from './setup.ts';

/** What was typed, to be shown again beside what is wrong with it; never the password. */
export interface Typed {
  name: string;
  email: string;
  fullName: string;
}

export const nothingTyped: Typed = { name: '', email: '', fullName: '' };

export function formPage(token: string, typed: Typed, trouble?: string): string {
  return page(
    'Create the organization',
    html`<h1>Create the organization</h1>
      <p class="quiet">
        Heddle is running. This page makes the organization that people will talk in, and its first owner:
        you.
      </p>
      ${trouble === undefined ? null : html`<p class="trouble" role="alert">${trouble}</p>`}
      <form method="post" action="${setupPath}">
        <input type="hidden" name="token" value="${token}" />
        ${field({ name: 'name', label: 'Name of the organization', value: typed.name, autocomplete: 'organization', most: limits.organizationNameLength, isNext: true })}
        ${field({ name: 'full_name', label: 'Your name', value: typed.fullName, autocomplete: 'name', most: limits.fullNameLength })}
        ${field({ name: 'email', label: 'Your e-mail address', value: typed.email, autocomplete: 'email', type: 'email', hint: 'You sign in with it. No mail is sent.' })}
        ${field({ name: 'password', label: 'Password', value: '', autocomplete: 'new-password', type: 'password', hint: 'At least 8 characters.' })}
        <button type="submit">Create organization</button>
      </form>
      <p class="note">This link works once. Anyone who has it can become the owner until then.</p>`,
  );
}

/** @param site The address that clients are given. */
export function madePage(token: string, name: string, made: MadeOrganization, site: string): string {
  return page(
    `${name} is ready`,
    html`<h1>${name} is ready</h1>
      <p class="quiet">You are its owner, and signed in. Make a channel or two, and invite people.</p>
      <p class="go"><a class="button" href="/">Open ${name}</a></p>
      <h2>Other apps and programs</h2>
      <p class="quiet">
        Any app compatible with the Zulip API signs in at this address, with your e-mail address and password;
        programs and libraries do with the API key.
      </p>
      <dl>
        <div>
          <dt>Address</dt>
          <dd><code>${site}</code></dd>
        </div>
        <div>
          <dt>E-mail</dt>
          <dd><code>${made.email}</code></dd>
        </div>
        <div>
          <dt>API key</dt>
          <dd><code>${made.api_key}</code></dd>
        </div>
      </dl>
      <form method="post" action="${setupPath}/zuliprc">
        <input type="hidden" name="token" value="${token}" />
        <button type="submit" class="plain">Download as zuliprc</button>
      </form>
      <p class="note">
        The key is as good as your password: keep it to yourself. This page can be seen for a quarter of an
        hour; afterwards the key can be had in the settings of your account.
      </p>`,
    { name },
  );
}

export const zuliprc = (made: MadeOrganization, site: string): string =>
  `[api]\nemail=${made.email}\nkey=${made.api_key}\nsite=${site}\n`;

export const goneText = page(
  'This link has ended',
  html`<h1>This link has ended</h1>
    <p class="quiet">
      It works once, for a day, and until the server is started again. If there is no organization yet, start
      the server again and use the link that it prints.
    </p>`,
);
