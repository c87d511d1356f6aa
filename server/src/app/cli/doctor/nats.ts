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
  const { host } = new URL(config.nats);
  try {
    const { probeNats } = await import('../../../lib/bus/nats-bus.ts');
    await probeNats(config.nats);
    return { name, state: 'ok', text: `${host} responds` };
  } catch (error) {
    const text =
      `${host}: ${errorMessage(error)}. Check nats, and that this machine can reach it: ` +
      'meanwhile nodes learn of what others change up to a second later.';
    return { name, state: 'problem', text };
  }
}
