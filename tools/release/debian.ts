/** A Debian package of the files of a release: the program in /opt/heddle, the service, and a user for it. */
import {
  chmodSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { run } from './run.ts';
import { toDebian } from '../version.mjs';
import type { Target } from './targets.ts';

export interface DebianSources {
  /** The laid out files of the release. */
  tree: string;
  /** A folder of its own, which is replaced. */
  folder: string;
  version: string;
  target: Target;
  /** Seconds since 1970. */
  date: number;
}

/** @returns the path of the package */
export function packDebian(sources: DebianSources, output: string): string {
  const { tree, folder, version, target, date } = sources;
  rmSync(folder, { recursive: true, force: true });
  const place = (...names: string[]): string => {
    const to = path.join(folder, ...names);
    mkdirSync(path.dirname(to), { recursive: true });
    return to;
  };
  cpSync(tree, place('opt/heddle'), { recursive: true });
  copyFileSync(path.join(tree, 'deploy/heddle.service'), place('usr/lib/systemd/system/heddle.service'));
  writeFileSync(place('usr/share/doc/heddle/copyright'), copyright);
  const changes = gzipSync(readFileSync(path.join(tree, 'CHANGELOG.md')), { level: 9 });
  writeFileSync(place('usr/share/doc/heddle/changelog.gz'), changes);
  symlinkSync('/opt/heddle/bin/heddle', place('usr/bin/heddle'));
  const kibibytes = Number(run('du', ['-sk', '--apparent-size', folder]).split('\t')[0]);
  writeFileSync(place('DEBIAN/control'), control(version, target, kibibytes));
  for (const [name, text] of Object.entries(scripts)) {
    writeFileSync(place('DEBIAN', name), text);
    chmodSync(place('DEBIAN', name), 0o755);
  }
  run('find', [folder, '-type', 'd', '-exec', 'chmod', '755', '{}', '+']);
  const file = path.join(output, debianName(version, target));
  // Not xz: its output depends on how many threads compress.
  run('dpkg-deb', ['--root-owner-group', '-Zgzip', '--build', folder, file], {
    env: { SOURCE_DATE_EPOCH: String(date), LC_ALL: 'C' },
  });
  return file;
}

const copyright = `Copyright 2026 The Heddle authors

Heddle is licensed under the Apache License, Version 2.0. On Debian systems, its
text is in /usr/share/common-licenses/Apache-2.0.

/opt/heddle/NOTICE names the parts that are the work of others, with their
licences, whose texts are beside them.
`;

const debianName = (version: string, { architecture }: Target): string =>
  `heddle_${toDebian(version)}_${architecture}.deb`;

export const control = (
  version: string,
  { architecture }: Target,
  kibibytes: number,
): string => `Package: heddle
Version: ${toDebian(version)}
Architecture: ${architecture}
Maintainer: Heddle <heddle@localhost>
Installed-Size: ${String(kibibytes)}
Depends: libc6 (>= 2.28), libstdc++6, libgcc-s1 | libgcc1, passwd
Section: net
Priority: optional
Description: self-hosted team messaging
 One server for channels and topics, compatible with the Zulip HTTP API, with
 its own web client. It brings its own Node and keeps everything in
 /var/lib/heddle.
`;

/** The service is not started by the first installation: it is configured before. Data is never deleted. */
export const scripts = {
  postinst: `#!/bin/sh
set -e
if [ "$1" = configure ]; then
  if ! getent passwd heddle >/dev/null; then
    useradd --system --user-group --home-dir /var/lib/heddle --shell /usr/sbin/nologin heddle
  fi
  install -d -o heddle -g heddle -m 700 /var/lib/heddle
  if [ -d /run/systemd/system ]; then
    systemctl daemon-reload
    if [ -n "$2" ]; then systemctl try-restart heddle; fi
  fi
fi
`,
  prerm: `#!/bin/sh
set -e
if [ "$1" = remove ] && [ -d /run/systemd/system ]; then
  systemctl disable --now heddle
fi
`,
  postrm: `#!/bin/sh
set -e
if [ -d /run/systemd/system ]; then systemctl daemon-reload; fi
if [ "$1" = purge ]; then
  rm -rf /var/cache/heddle
  if [ -d /var/lib/heddle ]; then
    echo "heddle: your data is still in /var/lib/heddle; delete it yourself if nobody needs it."
  fi
fi
`,
} as const;
