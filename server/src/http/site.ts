/** The organization that a request's host name means, and the URL that responses use for it. */
import type { AppContext } from '../core/context/index.ts';
import { organizationUrl } from './urls.ts';
import { apiError } from '../lib/errors.ts';

export interface Site {
  /** 0 for the server itself, where its root host is no organization's. */
  orgId: number;
  /** Scheme, host name and port that clients are given: of `base_url`, if there is one. */
  origin: string;
}

/** Nothing but a name and a port, since both may be repeated. */
const hostHeader = /^([a-z0-9._-]+|\[[0-9a-f:.]+\])(:\d{1,5})?$/;

/**
 * The only reader of the Host header; with a trusted proxy, of `X-Forwarded-Host` and `X-Forwarded-Proto`.
 * @throws ApiError 400 for a host that is malformed, 404 for one that is not this server's.
 */
export function getSite(
  app: Pick<AppContext, 'config' | 'organizations' | 'port'>,
  { host, protocol }: { host: string; protocol: string },
): Site {
  const [, name, port = ''] = hostHeader.exec(host.toLowerCase()) ?? [];
  // HTTP/1.0 knows no such header.
  if (name === undefined && host !== '') throw apiError('requests.invalid-host');
  const { id, subdomain } = app.organizations.byHost(name?.replace(/\.$/, '') ?? 'localhost');
  const isLocal = app.config.baseUrl === undefined && name !== undefined;
  const scheme = protocol === 'https' ? 'https' : 'http';
  return { orgId: id, origin: isLocal ? `${scheme}://${name}${port}` : organizationUrl(app, subdomain) };
}
