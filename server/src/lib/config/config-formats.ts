/** Validates settings whose format a pattern cannot express. */
import { isIP } from 'node:net';
import type { ConfigKey } from './config-schema.ts';
import { parseFcmAccount } from '../mobile-push/fcm-account.ts';
import { isPrivateHost } from '../net/addresses.ts';
import { parseNetworks } from '../net/networks.ts';

type Format = (value: string) => boolean;

const label = '[\\p{L}\\p{N}_](?:[\\p{L}\\p{N}_-]{0,61}[\\p{L}\\p{N}_])?';
const hostForm = new RegExp(`^(?:${label}\\.)*${label}\\.?$`, 'u');
/** Only digits and dots is a mistyped address, not a name. */
const isHost: Format = (host) => isIP(host) !== 0 || (hostForm.test(host) && !/^[\d.]+$/.test(host));

/** A valid host with an optional valid port. */
const isServerUrl: Format = (value) => {
  if (!URL.canParse(value)) return false;
  const { hostname, port } = new URL(value);
  return isHost(decoded(hostname).replace(/^\[|\]$/g, '')) && port !== '0';
};

function decoded(hostname: string): string {
  try {
    return decodeURIComponent(hostname);
  } catch {
    return '';
  }
}

/** Plain http would send secrets unencrypted: only allowed within a private network. */
export const isServiceUrl: Format = (value) => {
  if (!isServerUrl(value)) return false;
  const { protocol, hostname } = new URL(value);
  return protocol === 'https:' || isPrivateHost(hostname);
};

/** If the URL has no host, the server is a socket, or named in the query. */
const isDatabaseUrl: Format = (value) => {
  const isHostless = /^[a-z]+:\/\/(?:[^/?#]*@)?(?:[/?#]|$)/.test(value);
  return isHostless || (URL.canParse(value) && decoded(new URL(value).hostname) !== '');
};

const areNetworks: Format = (value) => {
  try {
    parseNetworks(value);
    return true;
  } catch {
    return false;
  }
};

const addressForm = /^[^\s@<>()[\],;:"\\]{1,64}@([^\s@<>()[\],;:"\\]+)$/;
const isAddress: Format = (value) => isHost(addressForm.exec(value)?.[1] ?? '');
const namedForm = /^(?:"[^"\p{Cc}]*"|[^"<>@,;:\\\p{Cc}]*) ?<([^<>]+)>$/u;
const isMailbox: Format = (value) => isAddress(namedForm.exec(value)?.[1] ?? value);

/** Parentheses are balanced, and the last one closes the first. */
const isFilter: Format = (value) => {
  let depth = 0;
  for (const [index, character] of value.split('').entries()) {
    if (character === '(') depth++;
    else if (character === ')') depth--;
    if (depth === 0) return index === value.length - 1 && !value.includes('()');
  }
  return false;
};

/** Removes the user name and password of a URL in JSON, even if a character in the password makes the URL invalid. */
export const withoutUserInfo = (json: string): string =>
  json.replace(/(:\/\/)[^]*@/, '$1(hidden)@').replace(/^"[^"@:/<]*:(?!\/\/)[^]*@/, '"(hidden)@');

export const formats: Readonly<Partial<Record<ConfigKey, Format>>> = {
  host: isHost,
  metricsHost: isHost,
  baseUrl: isServerUrl,
  databaseUrl: isDatabaseUrl,
  smtpUrl: isServerUrl,
  acmeDirectory: isServerUrl,
  acmeEmail: isAddress,
  smtpReceiverHost: isHost,
  imapUrl: isServerUrl,
  mailFrom: isMailbox,
  mailReplies: (value) => isAddress(value.replace('%s', 'x')),
  ldapUrl: isServerUrl,
  ldapFilter: isFilter,
  zoomUrl: isServiceUrl,
  webexApiUrl: isServiceUrl,
  bigBlueButtonUrl: isServiceUrl,
  nextcloudUrl: isServiceUrl,
  constructorGroupsUrl: isServiceUrl,
  trustedProxies: areNetworks,
  reachableNetworks: areNetworks,
  s3Endpoint: isServerUrl,
  backupS3Endpoint: isServerUrl,
  pushRelayUrl: isServiceUrl,
  pushFcmKey: (value) => parseFcmAccount(value) !== undefined,
  pushFcmUrl: isServiceUrl,
  pushApnsKey: (value) => value.includes('-----BEGIN PRIVATE KEY-----'),
  pushApnsUrl: isServiceUrl,
};

/**
 * The driver treats all modes that ask for TLS as `verify-full`, and prints a warning of several lines about the others, unless the
 * URL asks for those of libpq.
 */
export const nameTlsMode = (url: string): string =>
  /[?&]uselibpqcompat=true(?:&|$)/.test(url)
    ? url
    : url.replace(/([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/, '$1verify-full');
