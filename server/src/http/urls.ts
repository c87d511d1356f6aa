/** URLs of the server, from its configuration and never from the Host header of a request. */
import type { Config } from '../lib/config/config.ts';
import type { AppContext } from '../core/context/index.ts';

type Server = Pick<AppContext, 'config' | 'organizations' | 'port'>;

const ofThisMachine = ['127.0.0.1', '0.0.0.0', '::1', '::'];

/** The URL of the listening address; a wildcard address becomes localhost. */
export function ownUrl(host: Config['host'], port: number): string {
  const name = ofThisMachine.includes(host) ? 'localhost' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

/**
 * Without a trailing slash. Without `base_url`, the address that the server listens on. The only organization of a server
 * has no subdomain in its URL.
 */
export function organizationUrl({ config, organizations, port }: Server, subdomain: string): string {
  const url = new URL(config.baseUrl ?? ownUrl(config.host, port));
  const isAlone = organizations.names.length === 1;
  if (subdomain !== '' && !isAlone) url.hostname = `${subdomain}.${url.hostname}`;
  return url.origin;
}
