/** Pages of sign-in providers: buttons, errors, and the pages for the desktop app. */
import { createHash } from 'node:crypto';
import { iconPath, startPath } from '../../features/external-sign-in/index.ts';
import type { SignInProvider } from '../../lib/config/oidc-config.ts';
import type { Texts } from '../../lib/i18n/i18n.ts';
import { html, Html } from '../layout/html.ts';
import { page, type OrganizationFrame, type Page } from '../layout/layout.ts';

export interface ProviderLinks {
  providers: readonly SignInProvider[];
  /** Query parameters of the sign-in. */
  query: Readonly<Record<string, string>>;
  /** Whether they create accounts. */
  isNew?: boolean;
}

/** Links instead of forms, since `form-action` would block redirects to a provider. */
export function providerLinks(t: Texts, { providers, query, isNew = false }: ProviderLinks): Html | null {
  if (providers.length === 0) return null;
  const given = new URLSearchParams(query).toString();
  const suffix = given === '' ? '' : `?${given}`;
  return html`<ul class="providers">
    ${providers.map(
      (provider) =>
        html`<li>
          <a class="button plain" href="${startPath(provider, { isNew })}${suffix}"
            >${provider.iconFile === undefined ? null : html`<img src="${iconPath(provider.id)}" alt="" />`}${t('provider.signIn', { name: provider.name })}</a
          >
        </li>`,
    )}
  </ul>`;
}

export type ProviderTrouble =
  | 'unavailable'
  | 'expired'
  | 'cancelled'
  | 'invalid'
  | 'unknown'
  | 'unverified'
  | 'otherIdentity'
  | 'noAccount'
  | 'bot';

export const troubleStatus: Readonly<Record<ProviderTrouble, number>> = {
  unavailable: 503,
  expired: 400,
  cancelled: 403,
  invalid: 400,
  unknown: 404,
  unverified: 403,
  otherIdentity: 403,
  noAccount: 403,
  bot: 403,
};

/** Always offers the password, so that owners can sign in while a provider is unavailable. */
export function providerTroublePage(
  frame: OrganizationFrame,
  { name, text, retry }: { name: string; text: string; retry?: string },
): Page {
  const { t } = frame;
  const title = t('provider.failed', { name });
  return page(
    frame,
    t('common.wrong', { title }),
    html`<h1>${title}</h1>
      <p class="trouble" role="alert">${text}</p>
      <ul class="links">
        ${retry === undefined ? null : html`<li><a href="${retry}">${t('provider.retry')}</a></li>`}
        <li><a href="/login">${t('provider.password')}</a></li>
      </ul>`,
  );
}

export function signedOutPage(frame: OrganizationFrame, to: string): Page {
  const { t } = frame;
  // Not a redirect, which `form-action` of the page with the form would block.
  return page(
    frame,
    t('provider.signingOut'),
    html`<meta http-equiv="refresh" content="0; url=${to}" />
      <h1>${t('provider.signingOut')}</h1>
      <p class="links"><a href="${to}">${t('provider.continue')}</a></p>`,
  );
}

/**
 * In the desktop app: opens the sign-in in the browser, and reads the token that it shows. The app's bridge decrypts it from the
 * clipboard; without the bridge the user pastes it here.
 */
const desktopScript = `(async () => {
  const field = document.getElementById('token');
  const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  const bytes = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  const bridge = window.electron_bridge;
  const started = bridge?.decrypt_clipboard?.(1);
  const key = started ? started.key : crypto.getRandomValues(new Uint8Array(32));
  const open = () => {
    const url = new URL(location.href);
    url.searchParams.set('desktop_flow_otp', hex(key));
    window.open(url, '_blank');
  };
  const finish = (token) => location.replace('/accounts/login/subdomain/' + encodeURIComponent(token));
  const decrypt = async (text) => {
    const data = bytes(text.trim());
    const cipher = await crypto.subtle.importKey('raw', key, 'AES-GCM', false, ['decrypt']);
    const open = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: data.subarray(0, 12) }, cipher, data.subarray(12));
    return new TextDecoder().decode(open);
  };
  document.getElementById('browser').addEventListener('click', open);
  if (started) finish(await started.pasted);
  else field.addEventListener('input', () => decrypt(field.value).then(finish, () => undefined));
})();`;

/** Copies the token from the field. */
const copyScript = `document.getElementById('copy').addEventListener('click', () => {
  const field = document.getElementById('desktop-data');
  field.select();
  void navigator.clipboard.writeText(field.value);
});`;

const inline = (script: string): Html => new Html(`<script>${script}</script>`);
const getHash = (script: string): string => `sha256-${createHash('sha256').update(script).digest('base64')}`;

/** Hashes of the inline scripts, for the content security policy. */
export const desktopHash = getHash(desktopScript);
export const copyHash = getHash(copyScript);

export function desktopStartPage(frame: OrganizationFrame, name: string): Page {
  const { t } = frame;
  const title = t('provider.signIn', { name });
  return page(
    frame,
    title,
    html`<h1>${title}</h1>
      <p class="quiet">${t('provider.inBrowser')}</p>
      <button type="button" id="browser">${t('provider.openBrowser')}</button>
      <div class="field">
        <label for="token">${t('provider.token')}</label>
        <input id="token" type="text" autocomplete="off" />
      </div>
      ${inline(desktopScript)}`,
  );
}

export function desktopEndPage(frame: OrganizationFrame, data: string): Page {
  const { t } = frame;
  return page(
    frame,
    t('provider.almost'),
    html`<h1>${t('provider.almost')}</h1>
      <p class="quiet">${t('provider.copyText')}</p>
      <div class="field">
        <label for="desktop-data">${t('provider.token')}</label>
        <input id="desktop-data" type="text" value="${data}" readonly />
      </div>
      <button type="button" id="copy">${t('provider.copy')}</button>
      ${inline(copyScript)}`,
  );
}
