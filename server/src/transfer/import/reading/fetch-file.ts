/** Fetches a file from the address that the export names. */
import type { Readable } from 'node:stream';
import { guardedOpen } from '../../../lib/net/guarded-fetch.ts';
import type { FileRecord } from '../records.ts';

export interface Fetching {
  /** Addresses that may be called although they are not public. */
  reachable?: string | undefined;
  timeoutMs?: number;
}

const headTimeoutMs = 30_000;

/** @throws Error with the reason. */
export async function fetchFile(
  { missing, url, contentType = '' }: FileRecord,
  fetching: Fetching | undefined,
): Promise<Readable | undefined> {
  if (url === undefined && missing !== undefined) throw new Error(missing);
  if (url === undefined) return undefined;
  if (!fetching) throw new Error('It would have to be fetched, which was not asked for.');
  const { reachable, timeoutMs = headTimeoutMs } = fetching;
  const response = await guardedOpen(url, { method: 'GET', reachable, timeoutMs });
  const { statusCode = 0, headers } = response;
  // A missing or expired token leads to a sign-in page.
  const isPage =
    (headers['content-type'] ?? '').startsWith('text/html') && !contentType.startsWith('text/html');
  if (statusCode === 200 && !isPage) return response;
  response.destroy();
  throw new Error(
    isPage ? 'Its address answers with a page to sign in.' : `Its address answers with status ${statusCode}.`,
  );
}
