/** The URL of an organization; null if the server has no base URL. A single organization is at the server's own URL. */
export function organizationAddress(baseUrl: string | undefined, subdomain: string): string | null {
  if (baseUrl === undefined) return null;
  const url = new URL(baseUrl);
  if (subdomain !== '') url.hostname = `${subdomain}.${url.hostname}`;
  return url.origin;
}
