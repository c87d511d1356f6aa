/** Multipart uploads and listings of the S3 stub, as the protocol describes them. */
import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

interface Upload {
  key: string;
  parts: Map<number, Buffer>;
}

export type Uploads = Map<string, Upload>;

interface StubState {
  objects: Map<string, { body: Buffer; type: string }>;
  uploads: Uploads;
}

/** So that listings have several pages. */
const pageSize = 2;
const smallestPart = 5 * 1024 ** 2;

const md5 = (body: Buffer) => createHash('md5').update(body);
const etag = (body: Buffer) => `"${md5(body).digest('hex')}"`;

function xml(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' });
  response.end(`<?xml version="1.0" encoding="UTF-8"?>${text}`);
}

/** @returns whether the request was one about a multipart upload, which is answered then */
export function serveUpload(
  stored: StubState,
  key: string,
  query: URLSearchParams,
  { method, headers }: IncomingMessage,
  response: ServerResponse,
  body: Buffer,
): boolean {
  if (method === 'POST' && query.has('uploads')) {
    const id = `upload-${stored.uploads.size + 1}`;
    stored.uploads.set(id, { key, parts: new Map() });
    xml(
      response,
      200,
      `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
    );
    return true;
  }
  const id = query.get('uploadId');
  if (id === null) return false;
  const upload = stored.uploads.get(id);
  if (upload?.key !== key) xml(response, 404, '<Error><Code>NoSuchUpload</Code></Error>');
  else if (method === 'PUT')
    putPart(upload, Number(query.get('partNumber')), headers['content-md5'], body, response);
  else if (method === 'DELETE') {
    stored.uploads.delete(id);
    response.writeHead(204).end();
  } else complete(stored, id, upload, body.toString(), response);
  return true;
}

function putPart(
  { parts }: Upload,
  number: number,
  said: string | string[] | undefined,
  body: Buffer,
  response: ServerResponse,
): void {
  if (said !== md5(body).digest('base64')) return xml(response, 400, '<Error><Code>BadDigest</Code></Error>');
  parts.set(number, body);
  response.writeHead(200, { etag: etag(body) }).end();
}

function complete(
  stored: StubState,
  id: string,
  { key, parts }: Upload,
  list: string,
  response: ServerResponse,
): void {
  const named = [...list.matchAll(/<Part>(.*?)<\/Part>/gs)].map(([, part = '']) => ({
    tag: (/<ETag>(.*?)<\/ETag>/.exec(part)?.[1] ?? '').replaceAll('&quot;', '"'),
    number: Number(/<PartNumber>(\d+)<\/PartNumber>/.exec(part)?.[1]),
  }));
  const bodies = named.map(({ number }) => parts.get(number) ?? Buffer.alloc(0));
  const isWhole = named.every(({ tag, number }, at) => {
    const body = bodies[at] ?? Buffer.alloc(0);
    const isLarge = body.length >= smallestPart || at === named.length - 1;
    return number === at + 1 && tag === etag(body) && isLarge;
  });
  if (!isWhole || named.length === 0) return xml(response, 400, '<Error><Code>InvalidPart</Code></Error>');
  stored.objects.set(key, { body: Buffer.concat(bodies), type: 'application/octet-stream' });
  stored.uploads.delete(id);
  xml(response, 200, '<CompleteMultipartUploadResult><ETag>"x"</ETag></CompleteMultipartUploadResult>');
}

export function serveListing(
  { objects, uploads }: StubState,
  query: URLSearchParams,
  response: ServerResponse,
): void {
  const prefix = query.get('prefix') ?? '';
  if (query.has('uploads')) {
    const found = [...uploads].filter(([, { key }]) => key.startsWith(prefix));
    const items = found.map(
      ([id, { key }]) => `<Upload><Key>${key}</Key><UploadId>${id}</UploadId></Upload>`,
    );
    xml(response, 200, `<ListMultipartUploadsResult>${items.join('')}</ListMultipartUploadsResult>`);
    return;
  }
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix)).toSorted();
  const from = Number(query.get('continuation-token') ?? 0);
  const page = keys.slice(from, from + pageSize).map((key) => `<Contents><Key>${key}</Key></Contents>`);
  const isMore = from + pageSize < keys.length;
  const next = isMore ? `<NextContinuationToken>${from + pageSize}</NextContinuationToken>` : '';
  xml(
    response,
    200,
    `<ListBucketResult><IsTruncated>${isMore}</IsTruncated>${next}${page.join('')}</ListBucketResult>`,
  );
}
