import assert from 'node:assert/strict';
import { createSign, generateKeyPairSync } from 'node:crypto';
import { test } from 'node:test';
import { deflateRawSync } from 'node:zlib';
import { readSignedQuery } from './logout-request.ts';

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const keys = [publicKey.export({ type: 'spki', format: 'pem' })];
const encode = encodeURIComponent;

/** @param request Compressed, in base64. */
function sign(request: string, algorithm = 'sha256'): string {
  const uri = `http://www.w3.org/2001/04/xmldsig-more#rsa-${algorithm}`;
  const signed = `SAMLRequest=${encode(request)}&SigAlg=${encode(uri)}`;
  const signature = createSign(algorithm).update(signed).sign(privateKey, 'base64');
  return `${signed}&Signature=${encode(signature)}`;
}

const compress = (xml: string): string => deflateRawSync(xml).toString('base64');

test('A logout request is only decoded once its signature is verified', async () => {
  const damaged = 'AAAA';
  await assert.rejects(
    readSignedQuery(sign(damaged).replace('=AAAA', '=AAAB'), keys),
    /not signed by the provider/,
  );
  await assert.rejects(readSignedQuery(sign(damaged), keys), /not compressed/);
  const good = sign(compress('<a/>'));
  assert.equal((await readSignedQuery(`x=1&${good}`, keys)).signed, good.split('&Signature')[0]);
  await assert.rejects(readSignedQuery(`${good}&RelayState=x`, keys), /not signed by the provider/);
  await assert.rejects(readSignedQuery(sign(compress('<a/>'), 'md5'), keys), /no strong signature/);
});

test('A signed logout request that inflates beyond its limit, or is not XML, is refused', async () => {
  await assert.rejects(
    readSignedQuery(sign(compress('<a>'.repeat(200_000))), keys),
    /not compressed, or too large/,
  );
  await assert.rejects(readSignedQuery(sign(compress('<a>'.repeat(1000))), keys), /not XML/);
});
