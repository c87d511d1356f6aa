/** Installs the Debian package on a copy of this machine that ends with the check, upgrades to it, uses it, and removes it. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { STAMP } from '../version.mjs';
import { runInCopy } from './machine-copy.ts';
import { run } from './run.ts';

const repository = path.dirname(path.dirname(import.meta.dirname));
const earlierVersion = '0.1.0';

/**
 * What Debian asks of packages in its own archive: nothing in /opt, no libraries in other files, and the address of a maintainer. Ours
 * brings Node and image libraries as their authors publish them.
 */
const ofArchive = [
  'dir-or-file-in-opt',
  'embedded-library',
  'unstripped-binary-or-object',
  'bogus-mail-host',
];

/** Its arguments are the package and the one before, their versions, and the command of the tests. */
const inside = `
cp "$1" /heddle.deb
cp "$2" /earlier.deb
version=$3 earlier=$4
shift 4
apt() { apt-get -qq -y -o APT::Sandbox::User=root install "$@"; }
apt /earlier.deb >&2
test "$(heddle --version)" = "$earlier"
test "$(stat -c '%U %a' /var/lib/heddle)" = 'heddle 700'
test "$(stat -c %U /opt/heddle/bin/heddle)" = root
if command -v systemd-analyze >/dev/null; then systemd-analyze verify /usr/lib/systemd/system/heddle.service; fi
as() { chroot --userspec=heddle:heddle / env HOME=/var/lib/heddle "$@"; }
as heddle org create --name Weavers --owner-name Ada --owner-email ada@example.com \
  --owner-password 'correct horse battery staple' --data /var/lib/heddle --json >&2
if as touch /opt/heddle/mine 2>/dev/null; then echo 'the service can write its program' >&2; exit 1; fi
apt /heddle.deb >&2
test "$(heddle --version)" = "$version"
as heddle user list --data /var/lib/heddle --json
if apt /earlier.deb >/tmp/downgrade 2>&1; then echo 'a downgrade is not refused' >&2; exit 1; fi
grep -q downgraded /tmp/downgrade
cd ${JSON.stringify(repository)}
"$@" >&2
mkdir -p /var/cache/heddle
dpkg --remove heddle >&2
test ! -e /opt/heddle && test ! -e /usr/bin/heddle && test ! -e /usr/lib/systemd/system/heddle.service
test -s /var/lib/heddle/heddle.db
dpkg --purge heddle >&2
test ! -e /var/cache/heddle && test -s /var/lib/heddle/heddle.db
`;

/** @param words select the tests that run on the installed program. @throws Error with what went wrong */
export function checkDebian(file: string, words: readonly string[]): void {
  if (spawnSync('lintian', ['--version']).status === 0)
    run('lintian', ['--allow-root', '--fail-on', 'error', '--suppress-tags', ofArchive.join(), file]);
  else console.log('not run: lintian, which is not installed');
  const folder = mkdtempSync(path.join(tmpdir(), 'heddle-debian-'));
  try {
    const [version, earlier] = [readVersion(file), packEarlier(file, folder)];
    const tests = ['tools/run.mjs', 'tools/test.ts', '--program', '/usr/bin/heddle', ...words];
    const given = ['sh', file, earlier, version, earlierVersion, process.execPath, ...tests];
    const said = runInCopy(['sh', '-ec', inside, ...given], 'shared');
    if (!said.includes('ada@example.com')) throw new Error(`The installed program said: ${said}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  console.log('ok  the Debian package: installed, upgraded, tested, no downgrade, removed and purged');
}

const readStamp = (text: string) => (JSON.parse(text) as { version: string }).version;

const readVersion = (file: string): string =>
  readStamp(run('sh', ['-c', `dpkg-deb --fsys-tarfile "$0" | tar -xO ./opt/heddle/${STAMP}`, file]));

/** The same files as an earlier version. @returns the path of the package */
function packEarlier(file: string, folder: string): string {
  const [tree, made] = [path.join(folder, 'tree'), path.join(folder, 'earlier.deb')];
  run('dpkg-deb', ['--raw-extract', file, tree]);
  const control = path.join(tree, 'DEBIAN/control');
  const text = readFileSync(control, 'utf8').replace(/^Version: .*$/m, `Version: ${earlierVersion}`);
  writeFileSync(control, text);
  writeFileSync(path.join(tree, 'opt/heddle', STAMP), JSON.stringify({ version: earlierVersion }));
  run('dpkg-deb', ['--root-owner-group', '-Znone', '--build', tree, made]);
  return made;
}
