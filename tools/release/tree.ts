/** Lays out the files of a release: the same paths as in a checkout, and nothing that only building needs. */
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { builtinModules } from 'node:module';
import path from 'node:path';
import { external } from '../../server/vite.config.ts';
import { bundleServer } from '../server-bundle.mjs';
import { listFiles } from '../sources.mjs';
import { STAMP } from '../version.mjs';
import { buildClient } from '../web-client.mjs';
import type { Fetched } from './fetch.ts';
import { closure, packageName, productionPackages, type Lock } from './lock.ts';
import { run } from './run.ts';
import type { Target } from './targets.ts';

/** Texts of the licences that packages name and do not bring. */
const commonLicenses = ['Apache-2.0', 'GPL-3', 'LGPL-3', 'MPL-2.0'];
const unneeded = /\.(?:d\.[cm]?ts|[cm]?ts|map|md|markdown|flow)$/i;
const lintRules = /(?:^|\/)\.eslintrc[^/]*$/;
const licenseFile = /^(?:licen[cs]e|copying|notice)/i;

/** The launcher of a release: for any path, also through a symbolic link. */
const launcher = `#!/bin/sh
# Runs the heddle command of this folder with the Node beside it.
root=$(dirname "$(dirname "$(readlink -f "$0")")")
exec "$root/runtime/bin/node" --disable-warning=ExperimentalWarning "$root/server/dist/main/main.js" "$@"
`;

export interface Sources {
  root: string;
  version: string;
  lock: Lock;
  target: Target;
  fetched: Fetched;
}

export async function layOut(sources: Sources, tree: string): Promise<void> {
  const { root, lock, target, fetched } = sources;
  mkdirSync(tree, { recursive: true });
  await copyProgram(sources, tree);
  const packages = closure(lock, external, target);
  for (const place of packages) copyPackage(path.join(fetched.packages, place), path.join(tree, place));
  checkImports(path.join(tree, 'server/dist/main'), packages.map(packageName));
  copyRuntime(fetched, tree);
  copyLicenses(sources, tree);
  for (const name of ['LICENSE', 'NOTICE', 'CHANGELOG.md', 'deploy'])
    cpSync(path.join(root, name), path.join(tree, name), { recursive: true });
  setModes(tree);
}

async function copyProgram({ root, version }: Sources, tree: string): Promise<void> {
  await buildClient(root);
  const bundle = path.dirname(await bundleServer(root));
  const isVisible = (name: string) => !path.basename(name).startsWith('.');
  copyFiles(bundle, path.join(tree, 'server/dist/main'), isVisible);
  for (const name of readResources(bundle)) {
    if (!existsSync(path.join(root, name))) throw new Error(`The program opens ${name}, which is not there.`);
    copyFiles(path.join(root, name), path.join(tree, name), isVisible);
  }
  const { name, license, type } = readJson(path.join(root, 'package.json'));
  const write = (file: string, content: object) =>
    writeFileSync(path.join(tree, file), `${JSON.stringify(content, null, 2)}\n`);
  write('package.json', { name, version, license, type });
  write(STAMP, { version });
  mkdirSync(path.join(tree, 'bin'));
  writeFileSync(path.join(tree, 'bin/heddle'), launcher);
}

/** Files and folders that the bundle was found to open. */
export const readResources = (bundle: string): string[] =>
  JSON.parse(readFileSync(path.join(bundle, 'resources.json'), 'utf8')) as string[];

const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;

function copyFiles(from: string, to: string, isWanted: (name: string) => boolean): void {
  for (const file of listFiles(from)) {
    const name = path.relative(from, file);
    if (!isWanted(name)) continue;
    const copy = path.join(to, name);
    mkdirSync(path.dirname(copy), { recursive: true });
    copyFileSync(file, copy);
  }
}

/** Without packages inside it, which are copied if they are needed. */
const copyPackage = (from: string, to: string): void =>
  copyFiles(
    from,
    to,
    (name) => !unneeded.test(name) && !lintRules.test(name) && !name.startsWith('node_modules/'),
  );

/** What only texts import, for people to read: examples of the API reference, and messages of a package that is in the bundle. */
const onlyShown = ['zulip-js', 'zod'];

/** @throws Error if the bundle imports a package that would be missing in the release */
function checkImports(bundle: string, packages: readonly string[]): void {
  const known = new Set([...packages, ...builtinModules, ...onlyShown]);
  const pattern =
    /(?:\bfrom ?|\bimport\(|^import ?|(?:\brequire|(?<!#)\bload|createRequire\([^)]*\))\()["'`](@?[a-z][\w./:-]*)["'`]/gm;
  for (const file of listFiles(bundle))
    for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(pattern)) {
      if (name.startsWith('node:')) continue;
      const [first = '', second = ''] = name.split('/');
      const imported = first.startsWith('@') ? `${first}/${second}` : first;
      if (!known.has(imported))
        throw new Error(`${path.basename(file)} imports ${name}, which the release lacks.`);
    }
}

function copyRuntime({ runtime, libatomic }: Fetched, tree: string): void {
  const to = path.join(tree, 'runtime');
  for (const name of ['bin', 'lib']) mkdirSync(path.join(to, name), { recursive: true });
  copyFileSync(path.join(runtime, 'bin/node'), path.join(to, 'bin/node'));
  copyFileSync(libatomic.file, path.join(to, 'lib/libatomic.so.1'));
  // Not by LD_LIBRARY_PATH: the processes that decode images get no environment.
  run('patchelf', ['--set-rpath', '$ORIGIN/../lib', path.join(to, 'bin/node')]);
}

function copyLicenses({ lock, target, fetched }: Sources, tree: string): void {
  const to = path.join(tree, 'licenses');
  const copy = (file: string, name: string) => {
    mkdirSync(path.dirname(path.join(to, name)), { recursive: true });
    copyFileSync(file, path.join(to, name));
  };
  for (const place of productionPackages(lock, target)) {
    const folder = path.join(fetched.packages, place);
    const { version = '' } = lock.packages[place] ?? {};
    for (const file of readdirSync(folder).filter((name) => licenseFile.test(name)))
      copy(path.join(folder, file), `${packageName(place)}@${version}/${file}`);
  }
  copy(path.join(fetched.runtime, 'LICENSE'), 'node/LICENSE');
  copy(fetched.libatomic.copyright, 'libatomic/copyright');
  for (const name of commonLicenses) {
    const file = path.join('/usr/share/common-licenses', name);
    if (existsSync(file)) copy(file, `common/${name}`);
  }
}

/** Whatever the umask and the packages say. */
function setModes(tree: string): void {
  const programs = new Set(['bin/heddle', 'runtime/bin/node']);
  for (const file of listFiles(tree))
    chmodSync(file, programs.has(path.relative(tree, file)) ? 0o755 : 0o644);
  run('find', [tree, '-type', 'd', '-exec', 'chmod', '755', '{}', '+']);
}
