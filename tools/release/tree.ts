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

/** What the bundle reads beside itself, by `new URL('…', import.meta.url)` in the sources. */
export const resources = [
  'sdk/bots',
  'server/emoji',
  'server/src/app/demo/conversations.txt',
  'server/src/db/sqlite/verify-process.ts',
  'server/src/features/embedded-bots/bot-process.ts',
  'server/src/lib/i18n/text',
  'server/src/lib/images/worker.ts',
  'server/src/pages/api-docs/api-docs.css',
  'server/src/pages/layout/base.css',
  'server/src/pages/layout/page.css',
  'server/src/pages/public/messages.css',
  'server/src/pages/public/public.css',
  'web/public/icon.svg',
  'web/src/ui/styles/tokens.css',
  'wire/errors/text',
];

/** Texts of the licences that packages name and do not bring. */
const commonLicenses = ['Apache-2.0', 'GPL-3', 'LGPL-3', 'MPL-2.0'];
const unneeded = /\.(?:d\.[cm]?ts|[cm]?ts|map|md|markdown|flow)$/i;
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
  const { root, version, lock, target, fetched } = sources;
  mkdirSync(tree, { recursive: true });
  await copyProgram(root, version, tree);
  const packages = closure(lock, external, target);
  for (const place of packages) copyPackage(path.join(fetched.packages, place), path.join(tree, place));
  checkImports(path.join(tree, 'server/dist/main'), packages.map(packageName));
  copyRuntime(fetched, tree);
  copyLicenses(sources, tree);
  for (const name of ['LICENSE', 'NOTICE', 'CHANGELOG.md', 'deploy'])
    cpSync(path.join(root, name), path.join(tree, name), { recursive: true });
  setModes(tree);
}

async function copyProgram(root: string, version: string, tree: string): Promise<void> {
  const bundle = path.dirname(await bundleServer(root));
  await buildClient(root);
  copyFiles(
    bundle,
    path.join(tree, 'server/dist/main'),
    (name) => name.endsWith('.js') && !name.startsWith('.'),
  );
  copyFiles(path.join(root, 'web/dist'), path.join(tree, 'web/dist'), (name) => !name.startsWith('.built'));
  for (const name of resources) cpSync(path.join(root, name), path.join(tree, name), { recursive: true });
  const { name, license, type } = JSON.parse(
    readFileSync(path.join(root, 'package.json'), 'utf8'),
  ) as Record<string, unknown>;
  writeFileSync(
    path.join(tree, 'package.json'),
    `${JSON.stringify({ name, version, license, type }, null, 2)}\n`,
  );
  writeFileSync(path.join(tree, STAMP), `${JSON.stringify({ version })}\n`);
  mkdirSync(path.join(tree, 'bin'));
  writeFileSync(path.join(tree, 'bin/heddle'), launcher);
}

function copyFiles(from: string, to: string, isWanted: (name: string) => boolean): void {
  for (const file of listFiles(from)) {
    const name = path.relative(from, file);
    if (!isWanted(name)) continue;
    mkdirSync(path.dirname(path.join(to, name)), { recursive: true });
    copyFileSync(file, path.join(to, name));
  }
}

/** Without packages inside it, which are copied if they are needed. */
const copyPackage = (from: string, to: string): void =>
  copyFiles(from, to, (name) => !unneeded.test(name) && !name.startsWith('node_modules/'));

/** What only texts import, for people to read: examples of the API reference, and messages of a package that is in the bundle. */
const onlyShown = ['zulip-js', 'zod'];

/** @throws Error if the bundle imports a package that would be missing in the release */
function checkImports(bundle: string, packages: readonly string[]): void {
  const known = new Set([...packages, ...builtinModules, ...onlyShown]);
  const pattern =
    /(?:\bfrom ?|\bimport\(|^import ?|(?:\brequire|\bload|createRequire\([^)]*\))\()["'`](@?[a-z][\w./:-]*)["'`]/gm;
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
