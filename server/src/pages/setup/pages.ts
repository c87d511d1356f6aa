/** Pages of the one-time setup link: the form, then the owner's API key. */
import { limits } from '../../../../wire/core.ts';
import { serverNumbers } from '../../../../wire/server.ts';
import type { MadeOrganization } from '../../features/organization/index.ts';
import type { Texts } from '../../lib/i18n/i18n.ts';
import type { Problem } from '../layout/form-problem.ts';
import { fields, formTitle, nameField, newPasswordField, trouble } from '../layout/forms.ts';
import { html, type Html } from '../layout/html.ts';
import { page, type Page } from '../layout/layout.ts';
import { setupPath } from './setup.ts';

/** Entered values, shown again with an error; never the password. */
export interface SetupInput {
  name: string;
  email: string;
  fullName: string;
}

export const nothingTyped: SetupInput = { name: '', email: '', fullName: '' };

export function formPage(t: Texts, token: string, typed: SetupInput, problem?: Problem): Page {
  const hint = t('common.passwordHint', { least: serverNumbers.password_min_length });
  return page(
    { t },
    formTitle(t, t('setup.title'), problem),
    html`<h1>${t('setup.title')}</h1>
      <p class="quiet">${t('setup.text')}</p>
      ${trouble(problem?.text)}
      <form method="post" action="${setupPath}">
        <input type="hidden" name="token" value="${token}" />
        ${fields(
          [
            {
              name: 'name',
              label: t('setup.name'),
              value: typed.name,
              autocomplete: 'organization',
              most: limits.organizationNameLength,
            },
            nameField(t, typed.fullName),
            {
              name: 'email',
              label: t('common.yourEmail'),
              value: typed.email,
              autocomplete: 'email',
              type: 'email',
              hint: t('setup.emailHint'),
            },
            newPasswordField(t('common.password'), hint),
          ],
          problem,
        )}
        <button type="submit">${t('setup.create')}</button>
      </form>
      <p class="note">${t('setup.once')}</p>`,
  );
}

/** @param site URL of the server for clients. */
export function madePage(
  t: Texts,
  { name, made, site }: { name: string; made: MadeOrganization; site: string },
): Page {
  const title = t('setup.made', { name });
  return page(
    { t, place: { name } },
    title,
    html`<h1>${title}</h1>
      <p class="quiet">${t('setup.madeText')}</p>
      <p class="go"><a class="button" href="/">${t('setup.open', { name })}</a></p>
      <h2>${t('setup.apps')}</h2>
      <p class="quiet">${t('setup.appsText')}</p>
      <dl>
        ${notice(t('common.address'), site)} ${notice(t('setup.email'), made.email)}
        ${notice(t('setup.key'), made.api_key)}
      </dl>
      <form method="post" action="${setupPath}/zuliprc">
        <button type="submit" class="plain">${t('setup.download', { file: 'zuliprc' })}</button>
      </form>
      <p class="note">${t('setup.keyNote')}</p>`,
  );
}

const notice = (name: string, value: string): Html =>
  html`<div>
    <dt>${name}</dt>
    <dd><code>${value}</code></dd>
  </div>`;

export const zuliprc = (made: MadeOrganization, site: string): string =>
  `[api]\nemail=${made.email}\nkey=${made.api_key}\nsite=${site}\n`;

export const usedPage = (t: Texts): Page =>
  page(
    { t },
    t('setup.used'),
    html`<h1>${t('setup.used')}</h1>
      <p class="quiet">${t('setup.usedText')}</p>
      <p class="go"><a class="button" href="/">${t('common.signIn')}</a></p>`,
  );

export const gonePage = (t: Texts): Page =>
  page(
    { t },
    t('common.linkEnded'),
    html`<h1>${t('common.linkEnded')}</h1>
      <p class="quiet">${t('setup.linkEnded')}</p>`,
  );
