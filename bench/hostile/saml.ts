/** SAML messages that need no account. */
import { deflateRawSync } from 'node:zlib';
import { encodeResponse, FakeIdp } from '../../tests/support/services/fake-idp.ts';
import type { HostileInput, Target } from './target.ts';

const algorithm = encodeURIComponent('http://www.w3.org/2001/04/xmldsig-more#rsa-sha256');

export function samlInputs({ url }: Target): Promise<HostileInput[]> {
  const path = `${url}/complete/company/`;
  const request = async (xml: string) => {
    const compressed = encodeURIComponent(deflateRawSync(xml).toString('base64'));
    const query = `SAMLRequest=${compressed}&SigAlg=${algorithm}&Signature=AAAA`;
    return String((await fetch(`${path}?${query}`)).status);
  };
  const respond = async (xml: string) => {
    const body = new URLSearchParams({ SAMLResponse: encodeResponse(xml) });
    const headers = { 'sec-fetch-site': 'cross-site' };
    return String((await fetch(path, { method: 'POST', body, headers, redirect: 'manual' })).status);
  };
  const good = new FakeIdp().signedResponse({ audience: 'x', recipient: path, inResponseTo: null });
  const inside = (xml: string) => good.replace('<saml:Conditions', `${xml}<saml:Conditions`);
  const named = (count: number, prefix: string) =>
    Array.from({ length: count }, (_, n) => ` ${prefix}${n}="urn:${n}"`).join('');
  const responses = {
    'open elements': '<a>'.repeat(40_000),
    'elements up to the limit': inside('<b/>'.repeat(470)),
    'attributes up to the limit': inside(`<b${named(2, 'a')}/>`.repeat(470)),
    'nested namespaces': inside(
      `<b${named(28, 'xmlns:p')}>`.repeat(30) + '<c/>'.repeat(430) + '</b>'.repeat(30),
    ),
    comments: inside('<!---->'.repeat(30_000)),
    'processing instructions': inside('<?a?>'.repeat(45_000)),
    'CDATA sections': inside('<![CDATA[]]>'.repeat(18_000)),
    entities: inside('&amp;'.repeat(55_000)),
    'line breaks': inside('\r'.repeat(280_000)),
    'an attribute of spaces': inside(`<b${' '.repeat(280_000)}/>`),
    'a document type': `<!doctype a>${good}`,
  };
  return Promise.resolve([
    { what: 'a first response', send: () => respond(good) },
    { what: 'compressed open elements', send: () => request('<a>'.repeat(20_000)) },
    { what: 'compressed empty elements', send: () => request(`<a>${'<b/>'.repeat(750_000)}</a>`) },
    ...Object.entries(responses).map(([what, xml]) => ({ what, send: () => respond(xml) })),
  ]);
}
