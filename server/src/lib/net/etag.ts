import type { IncomingHttpHeaders } from 'node:http';

/** Whether the client has the version with this tag already (RFC 9110, section 13.1.2). */
export const isFresh = ({ headers }: { headers: IncomingHttpHeaders }, etag: string): boolean =>
  (headers['if-none-match'] ?? '').split(',').some((one) => [etag, `W/${etag}`, '*'].includes(one.trim()));
