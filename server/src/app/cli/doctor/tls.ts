/** Checks TLS of the server itself: its certificates, and why one could not be obtained. */
import { existsSync } from 'node:fs';
import { usesTls } from '../../../lib/config/config-tls.ts';
import type { Config } from '../../../lib/config/config.ts';
import type { CertificateState } from '../../tls/certificates.ts';
import type { Finding } from './checks.ts';
import { askRunningServer } from '../socket/socket-client.ts';

const name = 'TLS';

/** @param isRunning If so, asks the server; otherwise reads the files only. */
export async function checkTls(config: Config, isRunning: boolean): Promise<Finding> {
  if (!usesTls(config))
    return { name, state: 'ok', text: 'Not served by Heddle itself: acme_email and tls_cert are not set' };
  if (isRunning) return judge(await askStates(config));
  if (config.acmeEmail !== undefined)
    return {
      name,
      state: 'ok',
      text: `Not tested: start the server to obtain certificates from ${config.acmeDirectory}`,
    };
  const missing = [config.tlsCert, config.tlsKey].filter((path) => path === undefined || !existsSync(path));
  return missing.length === 0
    ? { name, state: 'ok', text: `Certificate ${String(config.tlsCert)} with key ${String(config.tlsKey)}` }
    : {
        name,
        state: 'problem',
        text: `There is no file ${missing.join(' and no file ')}. Check tls_cert and tls_key.`,
      };
}

async function askStates({ data }: Config): Promise<readonly CertificateState[]> {
  const response = await askRunningServer(data, 'certificates-list', {});
  return response?.certificates ?? [];
}

const day = (time: number): string => new Date(time).toISOString().slice(0, 10);

function judge(states: readonly CertificateState[]): Finding {
  const failed = states.filter(({ failure }) => failure !== undefined);
  if (failed.length === 0) {
    const pending = states.filter(({ validUntil }) => validUntil === undefined);
    const have = states.flatMap(({ host, validUntil }) =>
      validUntil === undefined ? [] : [`${host} until ${day(validUntil)}`],
    );
    const text = [
      ...(have.length === 0 ? [] : [`Certificates: ${have.join(', ')}`]),
      ...(pending.length === 0 ? [] : [`Being obtained: ${pending.map(({ host }) => host).join(', ')}`]),
    ].join('. ');
    return { name, state: pending.length === 0 ? 'ok' : 'warning', text };
  }
  const texts = failed.map(({ host, failure, validUntil, retryAt }) => {
    const still =
      validUntil === undefined
        ? 'no certificate'
        : `the former certificate is valid until ${day(validUntil)}`;
    const next = retryAt === undefined ? '' : ` Next attempt at ${new Date(retryAt).toISOString()}.`;
    return `${host} (${still}): ${failure}${next}`;
  });
  return { name, state: 'problem', text: texts.join(' ') };
}
