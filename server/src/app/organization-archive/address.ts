/** Where people reach an organization; null where the server has no base URL. A single one is at the address of the server. */
export function organizationAddress(baseUrl: string | undefined, subdomain: string): string | null {
  if (baseUrl === undefined) return null;
  const url = new URL(baseUrl);
  if (subdomain !== '') url.hostname = `${subdomain}.${url.hostname}`;
  return url.origin;
}
