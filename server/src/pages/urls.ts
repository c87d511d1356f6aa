/** Addresses of ours in e-mails and lists: from what was configured, never from what a request says its host is. */
import type { Config } from '../config.ts';

/** Without a slash at its end. Where no address is configured, the one that the server listens on. */
export function organizationUrl(
  { baseUrl, port }: Pick<Config, 'baseUrl' | 'port'>,
  subdomain: string,
): string {
  const url = new URL(baseUrl ?? `http://localhost:${port}`);
  if (subdomain !== '') url.hostname = `${subdomain}.${url.hostname}`;
  return url.origin;
}
