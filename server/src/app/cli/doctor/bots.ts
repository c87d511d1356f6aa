/** Reports what confines embedded bots. */
import { findConfinement } from '../../../lib/children/confinement.ts';
import type { Config } from '../../../lib/config/config.ts';
import type { Finding } from './checks.ts';

const name = 'embedded bots';

/** @param ofServer What the running server says; without one, the same is found out here. */
export async function checkBots(
  { botsDir }: Pick<Config, 'botsDir'>,
  ofServer: string | undefined,
): Promise<Finding> {
  const found = ofServer ?? (await findConfinement()).name;
  const text = "Confined by Node's permission model";
  if (found !== 'none') return { name, state: 'ok', text: `${text} and by ${found} of the system` };
  return {
    name,
    state: botsDir === undefined ? 'ok' : 'warning',
    text: `${text} alone: the system allows no namespaces, or has no unshare and setpriv. Install only programs that you trust.`,
  };
}
