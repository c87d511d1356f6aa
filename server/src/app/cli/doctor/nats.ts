/** Checks whether the NATS server through which nodes wake each other is reachable. */
import type { Config } from '../../../lib/config/config.ts';
import { allowsSeveralNodes } from '../../start/open.ts';
import type { Finding } from './checks.ts';
import { errorMessage } from '../../../lib/thrown.ts';

const name = 'nats';

export async function checkNats(config: Config): Promise<Finding> {
  if (config.nats === undefined)
    return {
      name,
      state: 'ok',
      text: 'No NATS server is configured: several nodes would wake each other through PostgreSQL',
    };
  if (!allowsSeveralNodes(config))
    return {
      name,
      state: 'warning',
      text: 'nats is set but not used: several nodes need PostgreSQL, and files in S3 or in a shared folder.',
    };
  const { probeNats } = await import('../../../lib/bus/nats-bus.ts');
  const servers = await Promise.all(
    config.nats.split(',').map(async (url) => {
      const { host } = new URL(url);
      try {
        await probeNats(url);
        return { host };
      } catch (error) {
        return { host, failure: `${host}: ${explained(errorMessage(error))}` };
      }
    }),
  );
  const failures = servers.flatMap(({ failure = [] }) => failure);
  const hosts = servers.map(({ host }) => host).join(', ');
  if (failures.length === 0)
    return { name, state: 'ok', text: `${hosts} ${servers.length === 1 ? 'responds' : 'respond'}` };
  const text = `${failures.join('; ')}. Check nats, and that this machine can reach it: `;
  return failures.length < servers.length
    ? { name, state: 'warning', text: `${text}meanwhile the other servers are used.` }
    : {
        name,
        state: 'problem',
        text: `${text}meanwhile nodes learn of what others change up to a second later.`,
      };
}

/** The library requires TLS where a password would go beyond a private network. */
const explained = (reason: string): string =>
  reason.includes("does not support 'tls'")
    ? `${reason}, and nothing was sent: a password is sent unencrypted only on this machine and within a private network. Enable TLS at the server`
    : reason;
