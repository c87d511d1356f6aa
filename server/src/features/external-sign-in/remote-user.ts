/** A user whom a proxy in front of this server has authenticated and names in a header. */
import type { IncomingHttpHeaders } from 'node:http';
import type { SignInProvider } from '../../lib/config/oidc-config.ts';
import type { ExternalPerson } from '../../lib/oidc/person.ts';

/** The caller verifies that the request comes from the proxy. @returns `undefined` without the header */
export function getRemoteUser(
  { issuer, remoteUser }: SignInProvider,
  headers: IncomingHttpHeaders,
): ExternalPerson | undefined {
  if (!remoteUser) return undefined;
  const { header, nameHeader, domain } = remoteUser;
  const name = read(headers, header);
  if (name === undefined) return undefined;
  const email = domain === undefined || name.includes('@') ? name : `${name}@${domain}`;
  const fullName = (nameHeader === undefined ? undefined : read(headers, nameHeader)) ?? '';
  return { issuer, subject: email, emails: [email], fullName, claims: {}, sid: null, idToken: null };
}

/** Node reads headers as Latin-1, and proxies send UTF-8. */
function read(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  const text = Buffer.from(value, 'latin1').toString('utf8');
  return (text.includes('\u{FFFD}') ? value : text).trim();
}
