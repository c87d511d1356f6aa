/** A copy of this machine that ends with what runs on it: what is written goes to memory, and the machine itself stays as it is. */
import { run } from './run.ts';

/** Runs in a mount namespace of its own. */
const script = `set -e
mount -t tmpfs tmpfs /mnt
mkdir /mnt/upper /mnt/work /mnt/root
mount -t overlay overlay -o lowerdir=/,upperdir=/mnt/upper,workdir=/mnt/work /mnt/root
mount -t proc proc /mnt/root/proc
mount --rbind /sys /mnt/root/sys
mount --rbind /dev /mnt/root/dev
exec chroot /mnt/root "$@"
`;

const networked = `ip link set lo up\n${script}`;

/**
 * Needs root, and `ip` for a network of its own, which has nothing but the loopback.
 * @returns what the command wrote
 * @throws Error with what it wrote to standard error
 */
export const runInCopy = (command: readonly string[], network: 'shared' | 'own'): string =>
  network === 'own'
    ? run('unshare', ['--mount', '--net', 'sh', '-c', networked, 'sh', ...command])
    : run('unshare', ['--mount', 'sh', '-c', script, 'sh', ...command]);
