/** An identity provider of SAML in a test: it signs whatever the test wants, true or not. */
import { createSign, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { SignedXml } from 'xml-crypto';

export interface AssertionFacts {
  nameId?: string;
  attributes?: Readonly<Record<string, string | readonly string[]>>;
  audience: string;
  recipient: string;
  /** Null where it answers no request. */
  inResponseTo: string | null;
  issuer?: string;
  /** Milliseconds from now. */
  notBefore?: number;
  notOnOrAfter?: number;
  issuedAt?: number;
  id?: string;
  algorithm?: 'sha256' | 'sha1';
}

const minute = 60_000;
const time = (offset: number): string => new Date(Date.now() + offset).toISOString();
export const newId = (): string => `_${randomBytes(16).toString('hex')}`;
const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
const saml = 'urn:oasis:names:tc:SAML:2.0:assertion';
const samlp = 'urn:oasis:names:tc:SAML:2.0:protocol';

export class FakeIdp {
  readonly entityId = 'https://idp.example.com/metadata';
  readonly url = 'https://idp.example.com/sso';
  readonly sloUrl = 'https://idp.example.com/slo';
  readonly certificateFile = fileURLToPath(new URL('keys/fake-idp.pem', import.meta.url));
  /** A key that only tests use. */
  readonly #key = readFileSync(new URL('keys/fake-idp.key', import.meta.url), 'utf8');

  /** Not signed. */
  assertion(facts: AssertionFacts): string {
    const { nameId = 'dan@example.com', attributes = {}, issuer = this.entityId, id = newId() } = facts;
    const { notBefore = -minute, notOnOrAfter = 5 * minute, issuedAt = 0, inResponseTo } = facts;
    const answers = inResponseTo === null ? '' : ` InResponseTo="${inResponseTo}"`;
    const statements = Object.entries(attributes).map(
      ([name, values]) =>
        `<saml:Attribute Name="${name}">${[values]
          .flat()
          .map((value) => `<saml:AttributeValue>${escape(value)}</saml:AttributeValue>`)
          .join('')}</saml:Attribute>`,
    );
    return (
      `<saml:Assertion xmlns:saml="${saml}" ID="${id}" Version="2.0" IssueInstant="${time(issuedAt)}">` +
      `<saml:Issuer>${issuer}</saml:Issuer>` +
      `<saml:Subject><saml:NameID Format="urn:oasis:names:tc:SAML:2.0:nameid-format:persistent">${nameId}</saml:NameID>` +
      `<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData` +
      ` NotOnOrAfter="${time(notOnOrAfter)}" Recipient="${facts.recipient}"${answers}/></saml:SubjectConfirmation></saml:Subject>` +
      `<saml:Conditions NotBefore="${time(notBefore)}" NotOnOrAfter="${time(notOnOrAfter)}">` +
      `<saml:AudienceRestriction><saml:Audience>${facts.audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions>` +
      `<saml:AuthnStatement AuthnInstant="${time(0)}" SessionIndex="s-1"/>` +
      (statements.length > 0
        ? `<saml:AttributeStatement>${statements.join('')}</saml:AttributeStatement>`
        : '') +
      '</saml:Assertion>'
    );
  }

  /** With an enveloped signature of the element with this name. */
  sign(xml: string, element = 'Assertion', algorithm: 'sha256' | 'sha1' = 'sha256'): string {
    const kind = algorithm === 'sha1' ? '2000/09/xmldsig#rsa-sha1' : '2001/04/xmldsig-more#rsa-sha256';
    const digest = algorithm === 'sha1' ? '2000/09/xmldsig#sha1' : '2001/04/xmlenc#sha256';
    const signer = new SignedXml({
      privateKey: this.#key,
      signatureAlgorithm: `http://www.w3.org/${kind}`,
      canonicalizationAlgorithm: 'http://www.w3.org/2001/10/xml-exc-c14n#',
    });
    signer.addReference({
      xpath: `//*[local-name(.)='${element}']`,
      digestAlgorithm: `http://www.w3.org/${digest}`,
      transforms: [
        'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
        'http://www.w3.org/2001/10/xml-exc-c14n#',
      ],
    });
    const reference = `//*[local-name(.)='${element}']/*[local-name(.)='Issuer']`;
    signer.computeSignature(xml, { location: { reference, action: 'after' } });
    return signer.getSignedXml();
  }

  /** As a provider posts it. @param content Assertions, signed or not. */
  response(content: string, inResponseTo: string | null): string {
    const answers = inResponseTo === null ? '' : ` InResponseTo="${inResponseTo}"`;
    return (
      `<samlp:Response xmlns:samlp="${samlp}" ID="${newId()}" Version="2.0" IssueInstant="${time(0)}"${answers}>` +
      `<saml:Issuer xmlns:saml="${saml}">${this.entityId}</saml:Issuer>` +
      `<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>${content}</samlp:Response>`
    );
  }

  /** As it publishes itself. @param certificate In base64. */
  metadata(certificate: string): string {
    const md = 'urn:oasis:names:tc:SAML:2.0:metadata';
    const binding = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';
    return (
      `<md:EntityDescriptor xmlns:md="${md}" entityID="${this.entityId}"><md:IDPSSODescriptor protocolSupportEnumeration="${samlp}">` +
      `<md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data><ds:X509Certificate>` +
      `${certificate}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>` +
      `<md:SingleLogoutService Binding="${binding}" Location="${this.sloUrl}"/>` +
      `<md:SingleSignOnService Binding="${binding}" Location="${this.url}"/></md:IDPSSODescriptor></md:EntityDescriptor>`
    );
  }

  signedResponse(facts: AssertionFacts): string {
    return this.response(this.sign(this.assertion(facts), 'Assertion', facts.algorithm), facts.inResponseTo);
  }

  /** The query of a logout request by the redirect binding. */
  logoutQuery(nameId: string, destination: string, isSigned = true): string {
    const xml =
      `<samlp:LogoutRequest xmlns:samlp="${samlp}" xmlns:saml="${saml}" ID="${newId()}" Version="2.0" IssueInstant="${time(0)}"` +
      ` NotOnOrAfter="${time(5 * minute)}" Destination="${destination}"><saml:Issuer>${this.entityId}</saml:Issuer>` +
      `<saml:NameID>${nameId}</saml:NameID></samlp:LogoutRequest>`;
    const request = `SAMLRequest=${encodeURIComponent(deflateRawSync(xml).toString('base64'))}`;
    if (!isSigned) return request;
    const signed = `${request}&SigAlg=${encodeURIComponent('http://www.w3.org/2001/04/xmldsig-more#rsa-sha256')}`;
    const signature = createSign('RSA-SHA256').update(signed).sign(this.#key, 'base64');
    return `${signed}&Signature=${encodeURIComponent(signature)}`;
  }
}

export const encodeResponse = (xml: string): string => Buffer.from(xml).toString('base64');

/** The ID of the request in the address that a browser was sent to. */
export function requestIn(location: string): { id: string; relayState: string; xml: string } {
  const { searchParams } = new URL(location);
  const xml = inflateRawSync(Buffer.from(searchParams.get('SAMLRequest') ?? '', 'base64')).toString();
  return { id: /ID="([^"]+)"/.exec(xml)?.[1] ?? '', relayState: searchParams.get('RelayState') ?? '', xml };
}
