import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { encodeResponse, FakeIdp } from '../../../../tests/support/services/fake-idp.ts';
import { ProviderResponseError } from '../oidc/person.ts';
import { SamlLibrary } from './library.ts';

const idp = new FakeIdp();
const callbackUrl = 'https://chat.example.com/complete/company/';
const audience = 'https://chat.example.com/saml/metadata.xml';
const settings = {
  issuer: audience,
  audience,
  callbackUrl,
  entryPoint: idp.url,
  idpCert: [readFileSync(idp.certificateFile, 'utf8')],
  wantAuthnResponseSigned: false,
  requestId: '_',
};
/** Made when it is read: it expires after some minutes, which the files that share the process may take. */
const encode = (): string =>
  encodeResponse(idp.signedResponse({ audience, recipient: callbackUrl, inResponseTo: null, nameId: 'ada' }));

test('A message that takes too long is given up, and the next one is read', async () => {
  const encoded = encode();
  const hasty = new SamlLibrary(0);
  for (let attempt = 0; attempt < 2; attempt++)
    await assert.rejects(hasty.call(settings, 'readResponse', { encoded }), /takes too long/);
  const { profile } = await new SamlLibrary().call(settings, 'readResponse', { encoded });
  assert.equal(profile.nameID, 'ada');
});

test('Messages at the same time are read one after the other, and too many are refused, also of one provider', async () => {
  const encoded = encode();
  const library = new SamlLibrary();
  const read = (length: number) =>
    Array.from({ length }, () => library.call(settings, 'readResponse', { encoded }));
  const other = { ...settings, callbackUrl: 'https://loom.example.com/' };
  const describe = (length: number) =>
    Array.from({ length }, () => library.call(other, 'metadata', { certificate: null }));
  const results = await Promise.allSettled([...read(30), ...describe(30)]);
  const refused = results.flatMap((result): unknown[] =>
    result.status === 'rejected' ? [result.reason] : [],
  );
  assert.equal(refused.length, 10);
  assert.ok(
    refused.every((error) => error instanceof ProviderResponseError && error.message.includes('wait')),
  );
  assert.equal((await library.call(settings, 'readResponse', { encoded })).profile.nameID, 'ada');
});
