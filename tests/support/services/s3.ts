/**
 * A small S3 for tests: keeps objects in memory, accepts only correctly signed requests, and fails on demand.
 * It responds as the protocol says; no real store stands behind it.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { TestContext } from 'node:test';
import type { Settings } from '../../../server/src/lib/config/config-schema.ts';
import { localServer } from './local-server.ts';
import { serveListing, serveUpload, type Uploads } from './s3-uploads.ts';

type Fault = 'error' | 'silence' | 'truncated' | 'wrong etag' | 'lost' | 'not offered' | 'endless';

export interface S3Stub {
  url: string;
  objects: Map<string, { body: Buffer; type: string }>;
  /** Multipart uploads that were neither completed nor aborted. */
  uploads: Uploads;
  /** What happens to the next requests of this method, one after the other. */
  fail(method: string, ...faults: Fault[]): void;
  /** Every request: method and path. */
  seen: string[];
  config: Partial<Settings>;
}

const bucket = 'threads';
const keyId = 'AKHEDDLE';
const secret = 'warp/weft+secret';

export async function makeS3(t: TestContext): Promise<S3Stub> {
  const faults: { method: string; fault: Fault }[] = [];
  const objects: S3Stub['objects'] = new Map();
  const uploads: Uploads = new Map();
  const seen: string[] = [];
  const { url } = await localServer(t, (request, response) => {
    void readBody(request).then((body) => {
      seen.push(`${request.method} ${request.url}`);
      if (!isSigned(request, body)) return refuse(response, 403, 'SignatureDoesNotMatch');
      const at = faults.findIndex(({ method }) => method === request.method);
      const fault = at < 0 ? undefined : faults.splice(at, 1)[0]?.fault;
      return serve({ objects, uploads }, request, response, body, fault);
    });
  });
  return {
    url,
    objects,
    uploads,
    seen,
    fail: (method, ...given) => void faults.push(...given.map((fault) => ({ method, fault }))),
    config: {
      s3Bucket: bucket,
      s3Endpoint: url,
      s3AccessKeyId: keyId,
      s3SecretAccessKey: secret,
      s3PathStyle: 'on',
    },
  };
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function refuse(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' });
  response.end(`<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code></Error>`);
}

function serve(
  { objects, uploads }: Pick<S3Stub, 'objects' | 'uploads'>,
  request: IncomingMessage,
  response: ServerResponse,
  body: Buffer,
  fault: Fault | undefined,
): void {
  const { pathname, searchParams: query } = new URL(request.url ?? '', 'http://s3');
  const path = decodeURIComponent(pathname);
  const key = path.slice(`/${bucket}/`.length);
  if (fault === 'silence') return;
  if (fault === 'endless') return sendWithoutEnd(response);
  // As s3rver 3.7 answers for listings of unfinished uploads.
  if (fault === 'not offered') return refuse(response, 501, 'NotImplemented');
  if (fault === 'error') return refuse(response, 503, 'SlowDown');
  if (path.replace(/\/$/, '') === `/${bucket}` && request.method === 'GET')
    return serveListing({ objects, uploads }, query, response);
  if (!path.startsWith(`/${bucket}/`) || key === '') return refuse(response, 404, 'NoSuchBucket');
  if (serveUpload({ objects, uploads }, key, query, request, response, body)) return;
  if (request.method === 'PUT') return put(objects, key, request, response, body, fault);
  if (request.method === 'DELETE') {
    objects.delete(key);
    response.writeHead(204).end();
    return;
  }
  const found = objects.get(key);
  if (!found || fault === 'lost') return refuse(response, 404, 'NoSuchKey');
  get(found, request, response, fault);
}

/** A listing of as many keys as are read. */
function sendWithoutEnd(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/xml' });
  const keys = '<Contents><Key>warp</Key></Contents>'.repeat(1000);
  const send = () => {
    while (!response.destroyed && response.write(keys));
  };
  response.on('drain', send);
  response.write('<?xml version="1.0"?><ListBucketResult>');
  send();
}

const md5 = (body: Buffer) => createHash('md5').update(body);

function put(
  objects: S3Stub['objects'],
  key: string,
  { headers }: IncomingMessage,
  response: ServerResponse,
  body: Buffer,
  fault: Fault | undefined,
): void {
  const said = headers['content-md5'];
  if (said !== undefined && said !== md5(body).digest('base64')) return refuse(response, 400, 'BadDigest');
  const kept = fault === 'wrong etag' ? body.subarray(1) : body;
  objects.set(key, { body: kept, type: headers['content-type'] ?? '' });
  response.writeHead(200, { etag: `"${md5(kept).digest('hex')}"` }).end();
}

function get(
  { body, type }: { body: Buffer; type: string },
  { method, headers }: IncomingMessage,
  response: ServerResponse,
  fault: Fault | undefined,
): void {
  const etag = `"${md5(body).digest('hex')}"`;
  if (headers['if-match'] !== undefined && headers['if-match'] !== etag)
    return refuse(response, 412, 'PreconditionFailed');
  const [, first = '0', last = String(body.length - 1)] =
    /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? [];
  const part = body.subarray(Number(first), Number(last) + 1);
  response.writeHead(headers.range === undefined ? 200 : 206, {
    'content-type': type,
    'content-length': part.length,
    etag,
  });
  if (method === 'HEAD') response.end();
  else if (fault === 'truncated') response.write(part.subarray(0, part.length / 2), () => response.destroy());
  else response.end(part);
}

const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

const form =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/;

/** Signature version 4, computed again from what came. */
function isSigned({ method, url = '', headers }: IncomingMessage, body: Buffer): boolean {
  const [, id, date = '', region = '', names = '', given = ''] = form.exec(headers.authorization ?? '') ?? [];
  const claimed = String(headers['x-amz-content-sha256']);
  if (id !== keyId || (claimed !== 'UNSIGNED-PAYLOAD' && claimed !== sha256(body))) return false;
  if (!names.split(';').includes('host')) return false;
  const { pathname, searchParams } = new URL(url, 'http://s3');
  const query = [...searchParams]
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .toSorted();
  const lines = names.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`);
  const canonical = [method, pathname, query.join('&'), lines.join(''), names, claimed].join('\n');
  const scope = `${date}/${region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', String(headers['x-amz-date']), scope, sha256(canonical)].join('\n');
  const key = [region, 's3', 'aws4_request'].reduce(
    (last, part) => hmac(last, part),
    hmac(`AWS4${secret}`, date),
  );
  return timingSafeEqual(hmac(key, text), Buffer.from(given, 'hex'));
}
