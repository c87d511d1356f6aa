/** Settings of TLS in the server itself. */
import { Type } from '../../../../wire/core.ts';

export const tlsSettings = {
  tlsCert: Type.Optional(
    Type.String({
      minLength: 1,
      value: 'path',
      expects: 'a path',
      description:
        'Certificate with its chain (PEM) to serve https:// without a proxy; read again when it changes',
    }),
  ),
  tlsKey: Type.Optional(
    Type.String({
      minLength: 1,
      value: 'path',
      expects: 'a path',
      description: 'Private key of --tls-cert (PEM)',
    }),
  ),
  acmeEmail: Type.Optional(
    Type.String({
      minLength: 3,
      value: 'address',
      expects: 'an email address',
      description:
        'Obtain and renew certificates automatically, and accept the terms of the certificate authority, which gets this address',
    }),
  ),
  acmeDirectory: Type.String({
    pattern: '^https://[^ #@]+$',
    default: 'https://acme-v02.api.letsencrypt.org/directory',
    value: 'url',
    expects: 'an https:// URL',
    description: 'Directory of the certificate authority (ACME)',
  }),
  acmeCaFile: Type.Optional(
    Type.String({
      minLength: 1,
      value: 'path',
      expects: 'a path',
      description: 'CA certificates (PEM) for the connection to a certificate authority of your own',
    }),
  ),
  httpPort: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 65_535,
      value: 'number',
      expects: 'a whole number from 1 to 65535',
      description:
        'Port that redirects http:// to https:// and proves host names to the certificate authority; 80 with --acme-email, otherwise none',
    }),
  ),
};

type TlsConfig = Readonly<Partial<Record<'tlsCert' | 'acmeEmail', string>>>;

/** Whether the server itself terminates TLS. */
export const usesTls = ({ tlsCert, acmeEmail }: TlsConfig): boolean =>
  tlsCert !== undefined || acmeEmail !== undefined;
