/** A person identified by a provider, and the errors of identification. */

export interface ExternalPerson {
  /** Together with the subject, identifies the person permanently, even if their email changes. */
  issuer: string;
  subject: string;
  /** Only verified ones, the primary one first. */
  emails: readonly string[];
  /** '' if unknown. */
  fullName: string;
  claims: Readonly<Record<string, unknown>>;
  /** The session ID at the provider, if known. */
  sid: string | null;
  idToken: string | null;
}

/** Binds a provider's response to its request; known to this server and the browser only. */
export interface FlowSecrets {
  state: string;
  nonce: string;
  verifier: string;
}

/** The provider is unreachable or misconfigured: the operator has to act. The cause is logged. */
export class ProviderUnavailableError extends Error {
  override readonly name = 'ProviderUnavailableError';
}

/** The provider's response is invalid. The cause is logged. */
export class ProviderResponseError extends Error {
  override readonly name = 'ProviderResponseError';
}

/** Parameters that the provider sends to the redirect URI. */
export type ResponseParameters = Readonly<Record<string, string>>;

export interface Provider {
  /** The URL to which the browser is redirected. @throws ProviderUnavailableError */
  getAuthorizationUrl(secrets: FlowSecrets, redirectUri: string): Promise<URL>;
  /** @throws ProviderUnavailableError, ProviderResponseError */
  identify(given: ResponseParameters, secrets: FlowSecrets, redirectUri: string): Promise<ExternalPerson>;
}
