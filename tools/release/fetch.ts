/** Fetches for a target what its release is made of, into a folder of its own: the packages by the lock files, and libatomic. */
import { copyFileSync, mkdirSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { run } from './run.ts';
import type { Target } from './targets.ts';

export interface Fetched {
  /** A folder whose node_modules has the production packages for the target. */
  packages: string;
  /** The folder of Node's package. */
  runtime: string;
  libatomic: Libatomic;
}

/** Node needs this library, which a small Debian does not have. */
interface Libatomic {
  file: string;
  copyright: string;
  version: string;
}

export function fetchParts(root: string, target: Target, folder: string): Fetched {
  rmSync(folder, { recursive: true, force: true });
  const [packages, runtime] = [path.join(folder, 'packages'), path.join(folder, 'runtime')];
  install(root, packages, target);
  install(path.join(root, 'tools', 'runtime'), runtime, target);
  return {
    packages,
    runtime: path.join(runtime, 'node_modules', target.runtime),
    libatomic: fetchLibatomic(path.join(folder, 'debian'), target),
  };
}

/** The packages, Node and library of this checkout and this machine, which tests use: nothing is fetched. */
export function useInstalled(root: string, { runtime, architecture }: Target): Fetched {
  const listed = run('dpkg-query', ['--listfiles', `libatomic1:${architecture}`]).split('\n');
  const find = (end: string) => listed.find((name) => name.endsWith(end)) ?? '';
  return {
    packages: root,
    runtime: path.join(root, 'tools/runtime/node_modules', runtime),
    libatomic: {
      file: realpathSync(find('/libatomic.so.1')),
      copyright: path.join(root, 'LICENSE'),
      version: run('dpkg-query', ['--show', '--showformat=${Version}', 'libatomic1']),
    },
  };
}

function install(from: string, to: string, { cpu }: Target): void {
  mkdirSync(to, { recursive: true });
  for (const name of ['package.json', 'package-lock.json'])
    copyFileSync(path.join(from, name), path.join(to, name));
  const system = ['--os=linux', `--cpu=${cpu}`, '--libc=glibc'];
  run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--omit=dev', ...system], { cwd: to });
}

/** From the package sources of this machine, whose own packages are not touched. */
function fetchLibatomic(folder: string, { architecture }: Target): Libatomic {
  for (const name of ['lists/partial', 'cache/archives/partial'])
    mkdirSync(path.join(folder, name), { recursive: true });
  writeFileSync(path.join(folder, 'status'), '');
  const settings = {
    'APT::Architecture': architecture,
    'APT::Architectures': architecture,
    'APT::Sandbox::User': 'root',
    'Dir::State': folder,
    'Dir::State::lists': path.join(folder, 'lists'),
    'Dir::State::status': path.join(folder, 'status'),
    'Dir::Cache': path.join(folder, 'cache'),
  };
  const options = Object.entries(settings).flatMap(([name, value]) => ['-o', `${name}=${value}`]);
  const apt = (...args: string[]) => run('apt-get', [...options, '-qq', ...args], { cwd: folder });
  apt('update');
  apt('download', 'libatomic1');
  const field = (name: string) => run('dpkg-deb', ['--field', debFile(folder, 'libatomic1_'), name]).trim();
  // Its copyright file is that of this package.
  const base = /gcc-\d+-base/.exec(field('Depends'))?.[0];
  if (base === undefined) throw new Error('libatomic1 does not depend on a gcc-…-base.');
  apt('download', base);
  const files = path.join(folder, 'files');
  for (const name of ['libatomic1_', `${base}_`])
    run('dpkg-deb', ['--extract', debFile(folder, name), files]);
  return {
    file: path.join(files, `usr/lib/${multiarch(files)}/libatomic.so.1`),
    copyright: path.join(files, 'usr/share/doc', base, 'copyright'),
    version: field('Version'),
  };
}

const multiarch = (files: string): string =>
  readdirSync(path.join(files, 'usr/lib')).find((name) => name.endsWith('-linux-gnu')) ?? '';

function debFile(folder: string, prefix: string): string {
  const found = readdirSync(folder).find((name) => name.startsWith(prefix) && name.endsWith('.deb'));
  if (found === undefined) throw new Error(`apt-get did not download ${prefix}*.deb.`);
  return path.join(folder, found);
}
