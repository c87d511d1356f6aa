/** Addresses of ours: in emails and lists from what was configured, never from what a request says its host is. */
import type { Config } from '../lib/config/config.ts';
import type { AppContext } from '../core/context/index.ts';

type Server = Pick<AppContext, 'config' | 'organizations' | 'port'>;

const ofThisMachine = ['127.0.0.1', '0.0.0.0', '::1', '::'];

/** An address that a person can click on: what listens everywhere is reached here as localhost. */
export function ownUrl(host: Config['host'], port: number): string {
  const name = ofThisMachine.includes(host) ? 'localhost' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

/**
 * Without a slash at its end. Where no address is configured, the one that the server listens on. An organization that is
 * alone on its server is reached there whatever its subdomain.
 */
export function organizationUrl({ config, organizations, port }: Server, subdomain: string): string {
  const url = new URL(config.baseUrl ?? ownUrl(config.host, port));
  const isAlone = organizations.names.length === 1;
  if (subdomain !== '' && !isAlone) url.hostname = `${subdomain}.${url.hostname}`;
  return url.origin;
}
