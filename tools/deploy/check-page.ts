/** Follows docs/deploy.md on a copy of this machine, with the archive of `npm run release`. */
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { makeAuthority } from '../../tests/support/services/certificates.ts';
import { runInCopy } from '../release/machine-copy.ts';
import { requirePrograms } from '../release/run.ts';

const repository = path.dirname(path.dirname(import.meta.dirname));
const release = path.join(repository, 'release');

/** @throws Error with the command of the page that failed */
export function checkPage(): void {
  if (process.getuid?.() !== 0) throw new Error('The commands of docs/deploy.md need root.');
  if (!existsSync(release) || !readdirSync(release).some((name) => name.endsWith('.tar.gz')))
    throw new Error('release/ has no archive: run npm run release.');
  requirePrograms({
    unshare: 'util-linux',
    setpriv: 'util-linux',
    ip: 'iproute2',
    useradd: 'passwd',
    nginx: 'nginx-light',
    openssl: 'openssl',
  });
  const folder = mkdtempSync(path.join(tmpdir(), 'heddle-page-'));
  try {
    // The service runs as an account of its own, and trusts this authority.
    chmodSync(folder, 0o755);
    const { certificate, key } = makeAuthority(folder, 'authority');
    const follow = [path.join(repository, 'tools/run.mjs'), path.join(import.meta.dirname, 'follow.ts')];
    const trusting = ['env', `NODE_EXTRA_CA_CERTS=${certificate}`, process.execPath];
    process.stdout.write(runInCopy([...trusting, ...follow, certificate, key], 'own'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
