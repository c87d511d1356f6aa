/** Fetches a file from the address that the export names. */
import type { Readable } from 'node:stream';
import { guardedOpen } from '../../../lib/net/guarded-fetch.ts';
import { errorMessage } from '../../../lib/thrown.ts';
import type { FileRecord } from '../records.ts';

export interface Fetching {
  /** Addresses that may be called although they are not public. */
  reachable?: string | undefined;
  timeoutMs?: number;
}

const headTimeoutMs = 30_000;

export const notFetched =
  'The export has only its address, and downloads are switched off (--no-downloads): it comes with a run that downloads.';

/** @throws Error with the reason. */
export async function fetchFile(
  { missing, url, contentType = '' }: FileRecord,
  fetching: Fetching | undefined,
): Promise<Readable | undefined> {
  if (url === undefined && missing !== undefined) throw new Error(missing);
  if (url === undefined) return undefined;
  if (!fetching) throw new Error(notFetched);
  const { reachable, timeoutMs = headTimeoutMs } = fetching;
  const response = await guardedOpen(url, { method: 'GET', reachable, timeoutMs }).catch((error: unknown) => {
    throw new Error(`${errorMessage(error)} It comes with the next run, once it can be fetched.`);
  });
  const { statusCode = 0, headers } = response;
  // A missing or expired token leads to a sign-in page.
  const isPage =
    (headers['content-type'] ?? '').startsWith('text/html') && !contentType.startsWith('text/html');
  if (statusCode === 200 && !isPage) return response;
  response.destroy();
  if (statusCode >= 500 || statusCode === 429)
    throw new Error(`Its address answers with status ${statusCode}. It comes with a later run.`);
  throw new Error(
    `Its link has expired, or the file was deleted: it answers with ${isPage ? 'a page to sign in' : `status ${statusCode}`}. A newer export may have it.`,
  );
}
