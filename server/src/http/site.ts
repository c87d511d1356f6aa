/** The organization of a request's host name, and its URL for responses. */
import type { AppContext } from '../core/context/index.ts';
import type { OrganizationCache } from '../core/organization/index.ts';
import { organizationUrl } from './urls.ts';
import { apiError } from '../lib/errors.ts';

export interface Site {
  /** 0 for the root host of a server without an organization there. */
  orgId: number;
  /** Scheme, host name and port of the organization; from `base_url` if it is configured. */
  origin: string;
}

/** Only a name and a port, since responses may contain both. */
const hostHeader = /^([a-z0-9._-]+|\[[0-9a-f:.]+\])(:\d{1,5})?$/;

/**
 * The only reader of the Host header; with a trusted proxy, of `X-Forwarded-Host` and `X-Forwarded-Proto`.
 * @throws ApiError 400 for a malformed host, 404 for an unknown one.
 */
export function getSite(
  app: Pick<AppContext, 'config' | 'organizations' | 'port'>,
  { host, protocol }: { host: string; protocol: string },
): Site {
  const [, name, port = ''] = hostHeader.exec(host.toLowerCase()) ?? [];
  // HTTP/1.0 has no Host header.
  if (name === undefined && host !== '') throw apiError('requests.invalid-host');
  const { id, subdomain } = app.organizations.byHost(name?.replace(/\.$/, '') ?? 'localhost');
  const isLocal = app.config.baseUrl === undefined && name !== undefined;
  const scheme = protocol === 'https' ? 'https' : 'http';
  return { orgId: id, origin: isLocal ? `${scheme}://${name}${port}` : organizationUrl(app, subdomain) };
}

/** The organization of the request's host name. @throws ApiError like `getSite`, and 404 for a host without an organization */
export async function getOrganization(
  app: Pick<AppContext, 'config' | 'organizations' | 'port'>,
  request: { host: string; protocol: string },
): Promise<OrganizationCache> {
  const { orgId } = getSite(app, request);
  if (orgId === 0) throw apiError('requests.not-found');
  return app.organizations.cache(orgId);
}
