/** Providers as clients and browsers see them: their paths, and the entries of GET /server_settings. */
import type { GetServerSettingsResponse } from '../../../../wire/organization.ts';
import type { ProviderKind, SignInProvider } from '../../lib/config/oidc-config.ts';

// Paths of the API, which apps open in a browser.
const socialPrefix = '/accounts/login/social';
export const signInPath = (id = ':id'): string => `${socialPrefix}/${id}`;
export const signUpPath = (id = ':id'): string => `/accounts/register/social/${id}`;
/** Signs in by the header of a proxy. */
export const remoteUserPath = '/accounts/login/sso/';
export const remoteUserStartPath = '/accounts/login/start/sso/';
export const jwtPath = '/accounts/login/jwt/';

/** The target of a provider's button. */
export function startPath({ id, remoteUser }: SignInProvider, { isNew = false } = {}): string {
  if (remoteUser) return remoteUserStartPath;
  return isNew ? signUpPath(id) : signInPath(id);
}

/** The redirect URI, which is registered with the provider. */
export const returnPath = (id = ':id'): string => `/complete/${id}/`;
/** Password sign-in in a browser, for apps that do not support second factors. */
export const browserSignInPath = '/accounts/login/browser';
/** SAML metadata of this server. */
export const metadataPath = '/saml/metadata.xml';
export const iconPath = (id = ':id'): string => `/static/sign-in/${id}`;

/** Names of the entry and method of each kind that clients know. */
const wireNames: Readonly<Record<ProviderKind, [entry: string | undefined, method: Method | undefined]>> = {
  oidc: [undefined, 'openid connect'],
  google: ['google', 'google'],
  github: ['github', 'github'],
  gitlab: ['gitlab', 'gitlab'],
  apple: ['apple', 'apple'],
  entra: ['azuread-oauth2', 'azuread'],
  saml: [undefined, 'saml'],
  remoteuser: ['remoteuser', 'remoteuser'],
  jwt: [undefined, undefined],
};
type Method = keyof GetServerSettingsResponse['authentication_methods'];

/** The authentication methods of an organization's providers. */
export const getMethods = (providers: readonly SignInProvider[]): Partial<Record<Method, true>> =>
  Object.fromEntries(
    providers.flatMap(({ kind }) => {
      const [, method] = wireNames[kind];
      return method === undefined ? [] : [[method, true]];
    }),
  );

type SignInEntry = GetServerSettingsResponse['external_authentication_methods'][number];

/** The entry of GET /server_settings for users with second factors. */
export const browserSignInEntry: SignInEntry = {
  name: 'heddle:browser',
  display_name: 'Browser',
  display_icon: null,
  login_url: browserSignInPath,
  signup_url: '/join',
};

/** The entries of GET /server_settings; two providers of one kind get different names. */
export const signInEntries = (providers: readonly SignInProvider[]): SignInEntry[] =>
  providers.map((provider, i) => {
    const { id, kind, name, iconFile } = provider;
    const isFirst = providers.findIndex((other) => other.kind === kind) === i;
    return {
      name: (isFirst ? wireNames[kind][0] : undefined) ?? `${kind === 'saml' ? 'saml' : 'oidc'}:${id}`,
      display_name: name,
      display_icon: iconFile === undefined ? null : iconPath(id),
      login_url: startPath(provider),
      signup_url: startPath(provider, { isNew: true }),
    };
  });
