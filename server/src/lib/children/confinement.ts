/** What the system offers to confine a program beyond Node's permission model. */
import { existsSync } from 'node:fs';
import { type Confinement, runSystemProgram } from './children.ts';

/**
 * Namespaces of its own: the program sees no process but itself, and has no network. It is killed with the server, and may
 * not gain rights. Files are left to the permission model.
 */
const namespaces: Confinement = {
  name: 'namespaces',
  prefix: [
    '/usr/bin/setpriv',
    '--pdeathsig',
    'KILL',
    '--no-new-privs',
    '/usr/bin/unshare',
    '--user',
    '--pid',
    '--net',
    '--ipc',
    '--uts',
    '--fork',
    '--kill-child',
  ],
};
const none: Confinement = { name: 'none', prefix: [] };

let found: Promise<Confinement> | undefined;

/** The strongest that works here. Containers, hardened units and some distributions refuse new namespaces. */
export const findConfinement = (): Promise<Confinement> =>
  (found ??= works(namespaces).then((isAvailable) => (isAvailable ? namespaces : none)));

async function works({ prefix: [command = '', ...args] }: Confinement): Promise<boolean> {
  if (process.platform !== 'linux' || !existsSync(command)) return false;
  return runSystemProgram(command, [...args, '/bin/true'], 5000).then(
    () => true,
    () => false,
  );
}
