/** What is wrong with TLS to PostgreSQL, in one sentence for the operator. */
import { StartRefused } from '../../lib/start-refused.ts';
import { errorCode, errorMessage } from '../../lib/thrown.ts';

const remedies: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'Renew it.',
  CERT_NOT_YET_VALID: 'Check the clocks of both machines.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'Use the host name of the certificate in --database-url.',
};

const usualRemedy =
  'Name the certificate of the authority that issued it in --database-url: sslmode=verify-full&sslrootcert=/path/to/ca.pem.';

const ofCertificate =
  /^(?:CERT_|ERR_TLS_CERT|SELF_SIGNED_CERT|DEPTH_ZERO_SELF_SIGNED|UNABLE_TO_(?:GET_ISSUER|VERIFY))/;

/** @returns undefined for an error about something else */
export function refuseTls(error: unknown): StartRefused | undefined {
  const code = errorCode(error) ?? '';
  if (ofCertificate.test(code))
    return new StartRefused(
      `The certificate of the PostgreSQL server is not trusted (${errorMessage(error)}). ${remedies[code] ?? usualRemedy}`,
    );
  // The driver reads the files that the URL names.
  if (code === 'ENOENT' || code === 'EACCES')
    return new StartRefused(
      `A certificate or key that --database-url names cannot be read: ${errorMessage(error)}.`,
    );
  return undefined;
}
