/** Installs the Debian package on a copy of this machine that ends with the check, uses it, and removes it. */
import { run } from './run.ts';

/** In a mount namespace: what is written goes to memory, and the machine itself stays as it is. */
const script = `set -e
mount -t tmpfs tmpfs /mnt
mkdir /mnt/upper /mnt/work /mnt/root
mount -t overlay overlay -o lowerdir=/,upperdir=/mnt/upper,workdir=/mnt/work /mnt/root
cp "$0" /mnt/root/heddle.deb
mount -t proc proc /mnt/root/proc
mount --bind /dev /mnt/root/dev
exec chroot /mnt/root sh -ec "$1"
`;

const inside = `
dpkg --install /heddle.deb >&2
test "$(stat -c '%U %a' /var/lib/heddle)" = 'heddle 700'
test "$(stat -c %U /opt/heddle/bin/heddle)" = root
if command -v systemd-analyze >/dev/null; then systemd-analyze verify /usr/lib/systemd/system/heddle.service; fi
as() { chroot --userspec=heddle:heddle / env HOME=/var/lib/heddle "$@"; }
as heddle org create --name Weavers --owner-name Ada --owner-email ada@example.com \
  --owner-password 'correct horse battery staple' --data /var/lib/heddle --json
if as touch /opt/heddle/mine 2>/dev/null; then echo 'the service can write its program' >&2; exit 1; fi
dpkg --install /heddle.deb >&2
as heddle user list --data /var/lib/heddle --json
mkdir -p /var/cache/heddle
dpkg --remove heddle >&2
test ! -e /opt/heddle && test ! -e /usr/bin/heddle && test ! -e /usr/lib/systemd/system/heddle.service
test -s /var/lib/heddle/heddle.db
dpkg --purge heddle >&2
test ! -e /var/cache/heddle && test -s /var/lib/heddle/heddle.db
`;

/** @throws Error with what went wrong */
export function checkDebian(file: string): void {
  const said = run('unshare', ['--mount', 'sh', '-c', script, file, inside]);
  if (!said.includes('ada@example.com')) throw new Error(`The installed program said: ${said}`);
  console.log('ok  the Debian package: installed, used, upgraded, removed and purged');
}
