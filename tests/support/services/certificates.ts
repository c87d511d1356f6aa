/** An authority of one's own and what it vouches for, made by the openssl program. */
import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const program = '/usr/bin/openssl';

export const hasOpenssl = existsSync(program);

export interface Certified {
  certificate: string;
  key: string;
}

/** Valid for two days. */
export function makeAuthority(folder: string, name: string): Certified {
  return make(folder, name, ['basicConstraints=critical,CA:TRUE', 'keyUsage=critical,keyCertSign'], []);
}

/** Makes a certificate for a server that is reached under this host name alone. */
export function certify(folder: string, authority: Certified, host: string): Certified {
  const extensions = [`subjectAltName=DNS:${host}`, 'extendedKeyUsage=serverAuth'];
  return make(folder, host, extensions, ['-CA', authority.certificate, '-CAkey', authority.key]);
}

function make(folder: string, name: string, extensions: string[], signing: string[]): Certified {
  const file = (ending: string) => join(folder, `${name}.${ending}`);
  const text = [
    '[req]',
    'distinguished_name=name',
    'x509_extensions=more',
    '[name]',
    '[more]',
    ...extensions,
  ];
  writeFileSync(file('cnf'), text.join('\n'));
  const made: Certified = { certificate: file('pem'), key: file('key') };
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  const files = ['-config', file('cnf'), '-keyout', made.key, '-out', made.certificate];
  const given = ['req', '-x509', '-subj', `/CN=${name}`, ...kind, ...files, ...signing];
  const { status, stderr } = spawnSync(program, given, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`openssl failed: ${stderr}`);
  return made;
}
