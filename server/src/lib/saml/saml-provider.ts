/**
 * A SAML 2.0 identity provider. The library verifies signatures and their coverage; that an assertion belongs to this server and
 * sign-in is verified again here, in the signed content.
 */
import { X509Certificate } from 'node:crypto';
import type { Profile } from '@node-saml/node-saml';
import type { SignInProvider } from '../config/oidc-config.ts';
import type { SamlSettings } from '../config/saml-config.ts';
import { type LibrarySettings, samlLibrary } from './library.ts';
import { readSignedQuery } from './logout-request.ts';
import { checkConfirmation, readId } from './saml-messages.ts';
import {
  type ExternalPerson,
  type FlowSecrets,
  type Provider,
  ProviderResponseError,
  type ResponseParameters,
} from '../oidc/person.ts';
import { parseStored } from '../json.ts';
import { fieldsIn, textIn } from '../objects.ts';

/** Older assertions are rejected, whatever they specify; the IDs of used assertions are stored for longer. */
const oldestAssertionMs = 10 * 60_000;
const clockSkewMs = 60_000;

export interface SamlSignIn {
  person: ExternalPerson;
  /** ID of the assertion, which may be used once. */
  assertionId: string;
}

/** The user whose sessions are to end, and the URL for the confirmation. */
export interface SamlLogout {
  subject: string;
  requestId: string;
  confirm: (origin: string) => Promise<string>;
}

const emailAttributes = [
  'email',
  'mail',
  'urn:oid:0.9.2342.19200300.100.1.3',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
];
const nameAttributes = [
  'displayName',
  'name',
  'cn',
  'urn:oid:2.16.840.1.113730.3.1.241',
  'http://schemas.microsoft.com/identity/claims/displayname',
];
const givenNames = [
  'firstName',
  'first_name',
  'givenName',
  'urn:oid:2.5.4.42',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/givenname',
];
const familyNames = [
  'lastName',
  'last_name',
  'sn',
  'urn:oid:2.5.4.4',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/surname',
];

/** The entity ID of this server. @param origin Of the organization. */
const makeEntityId = (origin: string): string => `${origin}/saml/metadata.xml`;

export class SamlProvider implements Provider {
  readonly #provider: SignInProvider;
  readonly #settings: SamlSettings;

  constructor(provider: SignInProvider, settings: SamlSettings) {
    this.#provider = provider;
    this.#settings = settings;
  }

  get issuer(): string {
    return this.#provider.issuer;
  }

  get allowsIdpInitiated(): boolean {
    return this.#settings.allowsIdpInitiated;
  }

  async getAuthorizationUrl(secrets: FlowSecrets, redirectUri: string): Promise<URL> {
    const settings = this.#toSettings(redirectUri, deriveRequestId(secrets));
    return new URL(await samlLibrary.call(settings, 'authorize', { state: secrets.state }));
  }

  async identify(
    given: ResponseParameters,
    secrets: FlowSecrets,
    redirectUri: string,
  ): Promise<ExternalPerson> {
    return (await this.readResponse(given, redirectUri, deriveRequestId(secrets))).person;
  }

  /**
   * @param requestId The request that it must respond to; undefined for a provider-initiated sign-in.
   * @throws ProviderResponseError for an invalid response
   */
  async readResponse(
    { SAMLResponse: encoded = '' }: ResponseParameters,
    redirectUri: string,
    requestId: string | undefined,
  ): Promise<SamlSignIn> {
    const settings = this.#toSettings(redirectUri, '_');
    const { profile, assertion } = await samlLibrary.call(settings, 'readResponse', { encoded });
    // The library only checks the issuer of logout requests.
    if (profile.issuer !== this.#provider.issuer)
      throw new ProviderResponseError('The assertion is of another identity provider');
    checkConfirmation(assertion, redirectUri, requestId);
    return { person: this.#person(profile), assertionId: readId(assertion) };
  }

  /** The library's type requires the name ID and its format, but both are optional. */
  #person({
    nameID = '',
    nameIDFormat = '',
    sessionIndex,
    attributes: given,
  }: Partial<Profile>): ExternalPerson {
    const { emailAttribute, nameAttribute, idAttribute } = this.#settings;
    const attributes = fieldsIn(given);
    const first = (names: readonly string[]) =>
      names.map((name) => firstText(attributes[name])).find((value) => value !== undefined);
    const email =
      first(emailAttribute === undefined ? emailAttributes : [emailAttribute]) ??
      (nameID.includes('@') ? nameID : undefined);
    const parts = [first(givenNames), first(familyNames)].filter((one) => one !== undefined);
    const fullName = first(nameAttribute === undefined ? nameAttributes : [nameAttribute]) ?? parts.join(' ');
    // A transient NameID changes with each sign-in.
    const isTransient = nameIDFormat.endsWith(':transient');
    const subject = idAttribute === undefined ? (isTransient ? email : nameID) : first([idAttribute]);
    if (subject === undefined || subject === '')
      throw new ProviderResponseError('The assertion identifies nobody');
    return {
      issuer: this.#provider.issuer,
      subject,
      emails: email === undefined ? [] : [email],
      fullName,
      claims: attributes,
      sid: sessionIndex ?? null,
      idToken: JSON.stringify({ nameID, nameIDFormat, sessionIndex }),
    };
  }

  /** The provider's sign-out URL; undefined if it does not support that. @param kept As in `idToken`. */
  async getSignOutUrl(kept: string | null, origin: string): Promise<string | undefined> {
    if (this.#settings.sloUrl === undefined || kept === null) return undefined;
    const profile = { ...parseStored<Profile>(kept), issuer: this.issuer };
    return samlLibrary.call(this.#toSettings(origin, undefined, origin), 'signOut', { profile });
  }

  /**
   * A signed logout request of the provider with the redirect binding.
   * @param query The raw query string, which is signed.
   * @throws ProviderResponseError
   */
  async readLogoutRequest(query: string, redirectUri: string, origin: string): Promise<SamlLogout> {
    const request = await readSignedQuery(query, this.#settings.certificates);
    const settings = this.#toSettings(redirectUri, undefined, origin);
    const profile = await samlLibrary.call(settings, 'readLogout', request);
    const { Signature: signature = '', RelayState: relayState = '' } = request.parameters;
    return {
      subject: profile.nameID,
      requestId: textIn(fieldsIn(profile).ID) ?? signature,
      confirm: () => samlLibrary.call(settings, 'confirmLogout', { profile, relayState }),
    };
  }

  /** This server's metadata as XML. */
  async getMetadata(redirectUri: string, origin: string): Promise<string> {
    const certificate = this.#settings.ownKey?.certificate ?? null;
    return samlLibrary.call(this.#toSettings(redirectUri, undefined, origin), 'metadata', { certificate });
  }

  /** Expiry of the provider's last certificate, in milliseconds since 1970. */
  get validUntil(): number {
    return Math.max(
      ...this.#settings.certificates.map((pem) => new X509Certificate(pem).validToDate.getTime()),
    );
  }

  #toSettings(
    callbackUrl: string,
    requestId: string | undefined,
    origin = new URL(callbackUrl).origin,
  ): LibrarySettings {
    const { url, sloUrl, certificates, ownKey } = this.#settings;
    return {
      issuer: makeEntityId(origin),
      audience: makeEntityId(origin),
      callbackUrl,
      entryPoint: url,
      idpCert: [...certificates],
      idpIssuer: this.#provider.issuer,
      wantAssertionsSigned: true,
      // The assertion's signature is required; the response may be signed, too.
      wantAuthnResponseSigned: false,
      acceptedClockSkewMs: clockSkewMs,
      maxAssertionAgeMs: oldestAssertionMs,
      disableRequestedAuthnContext: true,
      identifierFormat: null,
      // Requests are also signed, which some providers require for logout requests.
      ...(ownKey && {
        privateKey: ownKey.key,
        decryptionPvk: ownKey.key,
        signatureAlgorithm: 'sha256',
        digestAlgorithm: 'sha256',
      }),
      ...(sloUrl !== undefined && { logoutUrl: sloUrl, logoutCallbackUrl: callbackUrl }),
      requestId,
    };
  }
}

/** Derived from the secret of this browser's sign-in. */
const deriveRequestId = ({ nonce }: FlowSecrets): string => `_${Buffer.from(nonce).toString('hex')}`;

const firstText = (value: unknown): string | undefined => {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return typeof first === 'string' && first.trim() !== '' ? first.trim() : undefined;
};
