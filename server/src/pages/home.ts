/** GET /: describes the server to anonymous users. */
import type { Texts } from '../lib/i18n/i18n.ts';
import { html } from './layout/html.ts';
import { page, type Page, type OrganizationFrame } from './layout/layout.ts';
import { textWithMarkup } from './layout/marked-up-texts.ts';

export function homePage(frame: OrganizationFrame, site: string): Page {
  const { t, place } = frame;
  const api = html`<a href="/api/v1/openapi.json">${t('home.api')}</a>`;
  return page(
    frame,
    place.name,
    html`<h1>${place.name}</h1>
      <p class="quiet">${t('home.text', { apps: t('home.apps') })}</p>
      <dl>
        <div>
          <dt>${t('common.address')}</dt>
          <dd><code>${site}</code></dd>
        </div>
      </dl>
      <p class="quiet small">${textWithMarkup(t, 'home.how', { api })}</p>`,
  );
}

export const emptyPage = (t: Texts): Page =>
  page(
    { t },
    'Heddle',
    html`<h1>${t('home.empty')}</h1>
      <p class="quiet">
        ${textWithMarkup(t, 'home.emptyText', { command: html`<code>heddle org create --help</code>` })}
      </p>`,
  );

/** @param baseUrl The configured `base_url`. */
export function unknownPage(t: Texts, baseUrl: string | undefined): Page {
  const setting = html`<code>base_url</code>`;
  const text =
    baseUrl === undefined
      ? textWithMarkup(t, 'home.unknownHost', { setting })
      : textWithMarkup(t, 'home.unknownText', { address: html`<a href="${baseUrl}">${baseUrl}</a>` });
  return page(
    { t },
    'Heddle',
    html`<h1>${t('home.unknown')}</h1>
      <p class="quiet">${text}</p>`,
  );
}
