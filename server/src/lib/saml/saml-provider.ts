/**
 * An identity provider that speaks SAML 2.0. The library, which checks signatures and what they cover, is loaded when the first
 * browser comes back; what ties an assertion to this server and this sign-in is checked here again, in what was signed.
 */
import { X509Certificate } from 'node:crypto';
import type { Profile, SAML, SamlConfig } from '@node-saml/node-saml';
import type { SignInProvider } from '../config/oidc-config.ts';
import type { SamlSettings } from '../config/saml-config.ts';
import { decryptResponse, isEncrypted } from './encrypted.ts';
import {
  checkConfirmation,
  idOf,
  readEncoded,
  refuseUnusual,
  signedAssertion,
  singleParameters,
} from './saml-messages.ts';
import {
  type ExternalPerson,
  type FlowSecrets,
  type Provider,
  ProviderResponseError,
  type ResponseParameters,
} from '../oidc/person.ts';

/** Older assertions are refused, whatever they say; tokens that are used once are remembered for longer. */
const oldestAssertionMs = 10 * 60_000;
const clockSkewMs = 60_000;

export interface SamlSignIn {
  person: ExternalPerson;
  /** Of the assertion, which counts once. */
  assertionId: string;
}

/** Someone whose sessions are to end, and where the browser goes to confirm that. */
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

/** Of this server as the provider knows it. @param origin Of the organization. */
const entityIdOf = (origin: string): string => `${origin}/saml/metadata.xml`;

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
    const saml = await this.#client(redirectUri, requestIdOf(secrets));
    return new URL(await saml.getAuthorizeUrlAsync(secrets.state, undefined, {}));
  }

  async identify(
    given: ResponseParameters,
    secrets: FlowSecrets,
    redirectUri: string,
  ): Promise<ExternalPerson> {
    return (await this.readResponse(given, redirectUri, requestIdOf(secrets))).person;
  }

  /**
   * @param requestId What it must answer; undefined for a sign-in that began at the provider.
   * @throws ProviderResponseError for anything that does not prove who it is
   */
  async readResponse(
    { SAMLResponse: encoded = '' }: ResponseParameters,
    redirectUri: string,
    requestId: string | undefined,
  ): Promise<SamlSignIn> {
    const text = readEncoded(encoded);
    const isSealed = isEncrypted(text);
    // Assertions that are encrypted are looked at as if they had come in the clear.
    const xml = isSealed ? await decryptResponse(text, this.#settings.ownKey?.key) : text;
    refuseUnusual(xml);
    const saml = await this.#client(redirectUri, '_');
    const response = { SAMLResponse: isSealed ? Buffer.from(xml).toString('base64') : encoded };
    const { profile } = await refusing(() => saml.validatePostResponseAsync(response));
    if (!profile) throw new ProviderResponseError('The response has no assertion');
    const assertion = signedAssertion(profile);
    // The library looks at the issuer of logout requests only.
    if (profile.issuer !== this.#provider.issuer)
      throw new ProviderResponseError('The assertion is of another identity provider');
    checkConfirmation(assertion, redirectUri, requestId);
    return { person: this.#person(profile), assertionId: idOf(assertion) };
  }

  /** The library's type promises a name ID and its format, which an assertion may leave out. */
  #person({
    nameID = '',
    nameIDFormat = '',
    sessionIndex,
    attributes: given,
  }: Partial<Profile>): ExternalPerson {
    const { emailAttribute, nameAttribute, idAttribute } = this.#settings;
    const attributes = (given ?? {}) as Readonly<Record<string, unknown>>;
    const first = (names: readonly string[]) =>
      names.map((name) => textOf(attributes[name])).find((value) => value !== undefined);
    const email =
      first(emailAttribute === undefined ? emailAttributes : [emailAttribute]) ??
      (nameID.includes('@') ? nameID : undefined);
    const parts = [first(givenNames), first(familyNames)].filter((one) => one !== undefined);
    const fullName = first(nameAttribute === undefined ? nameAttributes : [nameAttribute]) ?? parts.join(' ');
    // A transient NameID is another one each time.
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

  /** Where the browser goes to sign out there; undefined if the provider does not support that. @param kept As `idToken` had it. */
  async getSignOutUrl(kept: string | null, origin: string): Promise<string | undefined> {
    if (this.#settings.sloUrl === undefined || kept === null) return undefined;
    const saml = await this.#client(origin, undefined, origin);
    return saml.getLogoutUrlAsync({ ...(JSON.parse(kept) as Profile), issuer: this.issuer }, '', {});
  }

  /**
   * A signed request of the provider to end sessions, by the redirect binding.
   * @param query As it is in the address: the signature is over its letters.
   * @throws ProviderResponseError
   */
  async readLogoutRequest(query: string, redirectUri: string, origin: string): Promise<SamlLogout> {
    const { parameters, signed } = singleParameters(query);
    if (parameters.Signature === undefined || /sha1$/i.test(parameters.SigAlg ?? ''))
      throw new ProviderResponseError('The logout request has no strong signature');
    const saml = await this.#client(redirectUri, undefined, origin);
    const { profile } = await refusing(() => saml.validateRedirectAsync(parameters, signed));
    if (!profile) throw new ProviderResponseError('The logout request names nobody');
    return {
      subject: profile.nameID,
      requestId: (profile as { ID?: string }).ID ?? parameters.Signature,
      confirm: () => saml.getLogoutResponseUrlAsync(profile, parameters.RelayState ?? '', {}, true),
    };
  }

  /** What the provider has to know of this server, as XML. */
  async getMetadata(redirectUri: string, origin: string): Promise<string> {
    const saml = await this.#client(redirectUri, undefined, origin);
    const certificate = this.#settings.ownKey?.certificate ?? null;
    return saml.generateServiceProviderMetadata(certificate, certificate);
  }

  /** When the last of its certificates expires, in milliseconds since 1970: nothing else can be asked of it. */
  get validUntil(): number {
    return Math.max(
      ...this.#settings.certificates.map((pem) => new X509Certificate(pem).validToDate.getTime()),
    );
  }

  async #client(
    callbackUrl: string,
    requestId: string | undefined,
    origin = new URL(callbackUrl).origin,
  ): Promise<SAML> {
    const { SAML, ValidateInResponseTo } = await import('@node-saml/node-saml');
    const { url, sloUrl, certificates, ownKey } = this.#settings;
    const config: SamlConfig = {
      issuer: entityIdOf(origin),
      audience: entityIdOf(origin),
      callbackUrl,
      entryPoint: url,
      idpCert: [...certificates],
      idpIssuer: this.#provider.issuer,
      wantAssertionsSigned: true,
      // The signature of the assertion is what counts; one of the whole response may be there as well.
      wantAuthnResponseSigned: false,
      acceptedClockSkewMs: clockSkewMs,
      maxAssertionAgeMs: oldestAssertionMs,
      // Checked in what is signed, by `checkConfirmation`.
      validateInResponseTo: ValidateInResponseTo.never,
      disableRequestedAuthnContext: true,
      identifierFormat: null,
      // Requests are signed too, which some providers require of those to sign out.
      ...(ownKey && {
        privateKey: ownKey.key,
        decryptionPvk: ownKey.key,
        signatureAlgorithm: 'sha256',
        digestAlgorithm: 'sha256',
      }),
      ...(sloUrl !== undefined && { logoutUrl: sloUrl, logoutCallbackUrl: callbackUrl }),
      ...(requestId !== undefined && { generateUniqueId: () => requestId }),
    };
    return new SAML(config);
  }
}

/** Known to this browser's sign-in alone. */
const requestIdOf = ({ nonce }: FlowSecrets): string => `_${Buffer.from(nonce).toString('hex')}`;

const textOf = (value: unknown): string | undefined => {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return typeof first === 'string' && first.trim() !== '' ? first.trim() : undefined;
};

async function refusing<T>(check: () => Promise<T>): Promise<T> {
  try {
    return await check();
  } catch (error) {
    throw new ProviderResponseError('The response is not valid', { cause: error });
  }
}
