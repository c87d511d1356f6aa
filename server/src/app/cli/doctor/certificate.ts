/** Checks the certificate that clients of base_url get, from this server or a proxy. */
import { connect, type TLSSocket } from 'node:tls';
import type { Config } from '../../../lib/config/config.ts';
import type { Finding } from './checks.ts';
import { errorCode, errorMessage } from '../../../lib/thrown.ts';

const name = 'certificate';
const timeoutMs = 10_000;
const dayMs = 24 * 3600_000;
/** Certificates are usually renewed a month before they expire. */
const soonDays = 14;

const remedies: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'It has expired. Renew it, and make the proxy, if there is one, load the new one.',
  CERT_NOT_YET_VALID: 'It is not valid yet. Check the clock of this machine.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'It is for another host name. Get one for the host name of base_url.',
  DEPTH_ZERO_SELF_SIGNED_CERT:
    'It is self-signed, which clients refuse. Get one from a certificate authority.',
  SELF_SIGNED_CERT_IN_CHAIN:
    'Its authority is not known to this machine. Clients need that authority, or a certificate from a public one.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'The intermediate certificates are not sent. Configure the proxy, or tls_cert, with the full chain.',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    'Its authority is not known to this machine, or the full chain is not sent by the proxy or in tls_cert.',
};

/** @param ca Authorities to trust instead of Node's. */
export async function checkCertificate(
  { baseUrl }: Pick<Config, 'baseUrl'>,
  now = Date.now(),
  ca?: string,
): Promise<Finding> {
  const url = new URL(baseUrl ?? 'http://localhost');
  if (url.protocol !== 'https:')
    return { name, state: 'ok', text: 'None: base_url does not begin with https://' };
  let shown: ServedCertificateState;
  try {
    shown = await fetchCertificate(url, ca);
  } catch (error) {
    const reason = errorCode(error) ?? errorMessage(error);
    const text = `${url.host} cannot be reached with TLS from here: ${reason}. Check the name, the proxy and the firewall.`;
    return { name, state: 'warning', text };
  }
  return judge(url.host, shown, now);
}

interface ServedCertificateState {
  validUntil: number;
  /** An error code of OpenSSL or Node; undefined if clients accept the certificate. */
  fault: string | undefined;
}

function judge(host: string, { validUntil, fault }: ServedCertificateState, now: number): Finding {
  if (fault !== undefined) {
    const remedy = remedies[fault] ?? `It is refused: ${fault}.`;
    return { name, state: 'problem', text: `The certificate of ${host} is not accepted. ${remedy}` };
  }
  const days = Math.floor((validUntil - now) / dayMs);
  const until = `The certificate of ${host} is valid until ${new Date(validUntil).toISOString().slice(0, 10)}`;
  return days < soonDays
    ? { name, state: 'warning', text: `${until}, in ${days} days. Check that it is renewed automatically.` }
    : { name, state: 'ok', text: until };
}

function fetchCertificate({ hostname, port }: URL, ca: string | undefined): Promise<ServedCertificateState> {
  const { promise, resolve, reject } = Promise.withResolvers<ServedCertificateState>();
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const servername = /^[\d.]+$|:/.test(host) ? {} : { servername: host };
  // A problem with the certificate is to be reported, not thrown.
  const socket = connect({ host, port: Number(port || 443), rejectUnauthorized: false, ca, ...servername });
  socket.setTimeout(timeoutMs, () => socket.destroy(new Error('no response in time')));
  socket.once('error', reject);
  socket.once('secureConnect', () => {
    resolve({ validUntil: Date.parse(socket.getPeerCertificate().valid_to), fault: getFault(socket) });
    socket.destroy();
  });
  return promise;
}

/** Node's types declare an Error; it is the error's code. */
function getFault({ authorized, authorizationError }: TLSSocket): string | undefined {
  if (authorized) return undefined;
  const fault: unknown = authorizationError;
  return typeof fault === 'string' ? fault : (errorCode(fault) ?? 'unknown');
}
