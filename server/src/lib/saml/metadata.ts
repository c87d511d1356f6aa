/** Parses the metadata of a SAML 2.0 identity provider: its endpoints and certificates. */
import { X509Certificate } from 'node:crypto';
import { parseXml, type XmlLimits } from '../xml/xml.ts';

/** The used part of the library's elements, which have types of browsers. */
interface XmlElement {
  getAttribute(name: string): string | null;
  getElementsByTagNameNS(uri: string, name: string): ArrayLike<XmlElement>;
  parentNode: unknown;
  textContent: string | null;
}

/** The document is not the metadata of an identity provider. */
export class MetadataError extends Error {
  override readonly name = 'MetadataError';
}

export interface IdpMetadata {
  entityId: string;
  /** HTTP-Redirect binding. */
  url: string;
  sloUrl: string | undefined;
  /** In PEM. */
  certificates: string[];
}

const namespace = 'urn:oasis:names:tc:SAML:2.0:metadata';
const signature = 'http://www.w3.org/2000/09/xmldsig#';
/** Enough for the metadata of one provider; the files of whole federations are larger. */
const limits: XmlLimits = { characters: 500_000, nodes: 10_000, depth: 40, attributes: 20_000 };
const redirect = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';

/** The first identity provider in it. @throws MetadataError */
export async function readIdpMetadata(text: string): Promise<IdpMetadata> {
  let document: Pick<XmlElement, 'getElementsByTagNameNS'>;
  try {
    document = await parseXml(text, limits);
  } catch (error) {
    throw new MetadataError('It is no XML', { cause: error });
  }
  const descriptor = document.getElementsByTagNameNS(namespace, 'IDPSSODescriptor')[0];
  // An element within a document is below another element or the document, which has no attributes.
  const entityId = (descriptor?.parentNode as XmlElement | undefined)?.getAttribute('entityID') ?? '';
  const url = descriptor && findLocation(descriptor, 'SingleSignOnService');
  if (!descriptor || entityId === '' || url === undefined)
    throw new MetadataError('It describes no identity provider with HTTP-Redirect');
  return {
    entityId,
    url,
    sloUrl: findLocation(descriptor, 'SingleLogoutService'),
    certificates: findCertificates(descriptor),
  };
}

function findLocation(descriptor: XmlElement, name: string): string | undefined {
  const all = Array.from(descriptor.getElementsByTagNameNS(namespace, name));
  const found = all.find((one) => one.getAttribute('Binding') === redirect);
  return found?.getAttribute('Location') || undefined;
}

function findCertificates(descriptor: XmlElement): string[] {
  const keys = Array.from(descriptor.getElementsByTagNameNS(namespace, 'KeyDescriptor'));
  const signing = keys.filter((key) => key.getAttribute('use') !== 'encryption');
  const texts = signing.flatMap((key) =>
    Array.from(key.getElementsByTagNameNS(signature, 'X509Certificate')).map((one) => one.textContent ?? ''),
  );
  try {
    return [...new Set(texts.map((text) => new X509Certificate(Buffer.from(text, 'base64')).toString()))];
  } catch (error) {
    throw new MetadataError('It has a certificate that is none', { cause: error });
  }
}
