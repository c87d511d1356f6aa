/** Finds and installs the Debian packages of counterparts, whose services must not start by themselves. */
import { spawnSync } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';

/** The version without epoch and revision; `undefined` if the package is not installed. */
export function findVersion(name: string): string | undefined {
  const format = '${db:Status-Status} ${Version}';
  const { stdout } = spawnSync('dpkg-query', ['--show', `--showformat=${format}`, name], {
    encoding: 'utf8',
  });
  const [, version] =
    /^installed (?:\d+:)?([^+~\s]+?)(?:\+[a-z][^\s]*|~[^\s]*)?(?:-[^-\s]*)?$/.exec(stdout) ?? [];
  return version;
}

const policy = '/usr/sbin/policy-rc.d';

/** Installs what is missing. @returns why that is not possible */
export async function install(packages: readonly string[]): Promise<string | undefined> {
  const missing = packages.filter((name) => findVersion(name) === undefined);
  if (missing.length === 0) return undefined;
  if (!existsSync('/etc/debian_version')) return `install ${missing.join(' ')} first: this is not Debian`;
  const isRoot = process.getuid?.() === 0;
  if (!isRoot && !(await isAllowed(missing))) return `not installed: ${missing.join(' ')}`;
  const apt = (...args: string[]) =>
    spawnSync(isRoot ? 'apt-get' : 'sudo', isRoot ? args : ['apt-get', ...args], {
      encoding: 'utf8',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  const isOurs = isRoot && !existsSync(policy);
  // A package starts its service otherwise, on its usual port.
  if (isOurs) writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  try {
    console.log(`installing ${missing.join(' ')}`);
    const options = ['-y', '-qq', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=300'];
    let { status, stderr } = apt('install', ...options, ...missing);
    if (status !== 0) {
      apt('update', '-qq');
      ({ status, stderr } = apt('install', ...options, ...missing));
    }
    return status === 0 ? undefined : `cannot be installed: ${findErrorText(stderr)}`;
  } finally {
    if (isOurs) rmSync(policy, { force: true });
  }
}

async function isAllowed(missing: readonly string[]): Promise<boolean> {
  if (!process.stdin.isTTY) return false;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return /^y/i.test(await terminal.question(`Install ${missing.join(' ')} with sudo? [y/N] `));
  } finally {
    terminal.close();
  }
}

/** The lines of apt that say what failed. */
function findErrorText(stderr: string): string {
  const lines = stderr.split('\n').filter((line) => line.startsWith('E:'));
  return (lines.length > 0 ? lines.slice(0, 2) : stderr.trim().split('\n').slice(-1)).join(' ');
}
