/** Someone whom a provider has identified, and how that fails. */

export interface ExternalPerson {
  /** With the subject it identifies the person, whatever becomes of their email. */
  issuer: string;
  subject: string;
  /** Only those that count as verified, the most important first. */
  emails: readonly string[];
  /** '' where the provider gave none. */
  fullName: string;
  claims: Readonly<Record<string, unknown>>;
  /** The session at the provider, if it names it. */
  sid: string | null;
  idToken: string | null;
}

/** What ties a response of the provider to the request that it answers; known to this server and the browser only. */
export interface FlowSecrets {
  state: string;
  nonce: string;
  verifier: string;
}

/** The provider cannot be reached, or not as it is configured: an operator has to look. The cause is for the log. */
export class ProviderUnavailableError extends Error {
  override readonly name = 'ProviderUnavailableError';
}

/** What the provider sent proves nothing. The cause is for the log. */
export class ProviderResponseError extends Error {
  override readonly name = 'ProviderResponseError';
}

/** As the provider sends them to the redirect URI. */
export type ResponseParameters = Readonly<Record<string, string>>;

export interface Provider {
  /** Where the browser is sent. @throws ProviderUnavailableError */
  getAuthorizationUrl(secrets: FlowSecrets, redirectUri: string): Promise<URL>;
  /** @throws ProviderUnavailableError, ProviderResponseError */
  identify(given: ResponseParameters, secrets: FlowSecrets, redirectUri: string): Promise<ExternalPerson>;
}
