/** Commands that need what a copy of a machine has not: systemd as the first process, and accounts that may become others. */
import { chmodSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** The parts of `sudo` that the page uses; the environment is kept, so that a certificate of the check is trusted. */
const sudo = `#!/bin/sh
if [ "$1" = -u ]; then
  user=$2
  shift 2
  exec setpriv --reuid "$user" --regid "$user" --init-groups env HOME=/ "$@"
fi
exec "$@"
`;

/** Runs the unit as systemd would, without what it takes away from the process. */
const systemctl = `#!/bin/sh
set -e
unit=/etc/systemd/system/heddle.service
pid=/run/heddle.pid
value() { sed -n "s/^$1=//p" "$unit" | tail -1; }
start() {
  user=$(value User)
  install -d -o "$user" -g "$user" -m "$(value StateDirectoryMode)" "/var/lib/$(value StateDirectory)"
  install -d -o "$user" -g "$user" -m "$(value CacheDirectoryMode)" "/var/cache/$(value CacheDirectory)"
  : >>/var/log/journal-of-heddle
  umask "$(value UMask)"
  setsid setpriv --reuid "$user" --regid "$user" --init-groups env "$(value Environment)" \\
    $(value ExecStart) >>/var/log/journal-of-heddle 2>&1 </dev/null &
  echo $! >$pid
}
stop() {
  [ -e $pid ] || return 0
  kill "$(cat $pid)"
  while kill -0 "$(cat $pid)" 2>/dev/null; do sleep 0.1; done
  rm $pid
}
case "$*" in
  daemon-reload) ;;
  'enable --now heddle' | 'start heddle') start ;;
  'stop heddle') stop ;;
  'restart heddle') stop; start ;;
  *) echo "systemctl $*: not known to the check of docs/deploy.md" >&2; exit 1 ;;
esac
`;

const journalctl = `#!/bin/sh
[ "$*" = '-u heddle' ] && exec cat /var/log/journal-of-heddle
`;

export function writeStandIns(folder: string): void {
  for (const [name, text] of Object.entries({ sudo, systemctl, journalctl })) {
    const file = path.join(folder, name);
    writeFileSync(file, text);
    chmodSync(file, 0o755);
  }
}
