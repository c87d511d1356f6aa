/** A real LDAP directory for a test, with a few people in it. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Attribute, Change, Client } from 'ldapts';
import { certify, hasOpenssl, makeAuthority, type Certified } from './certificates.ts';
import { freePort } from './free-port.ts';

const [program, loader] = ['/usr/sbin/slapd', '/usr/sbin/slapadd'];

/** Debian's packages have them. */
export const hasSlapd = existsSync(program) && hasOpenssl;
export const noSlapd = 'slapd or openssl is not installed';

export const base = 'dc=example,dc=com';
/** May change everything. */
const manager = { dn: `cn=manager,${base}`, password: 'changes all' };
export const reader = { dn: `cn=reader,${base}`, password: 'reads only' };

export interface Entry {
  uid: string;
  cn: string;
  /** Nobody signs in to an entry without one. */
  password?: string;
  mail?: string;
  /** JPEG. */
  picture?: Buffer;
}

export interface DirectoryGroup {
  cn: string;
  /** Their `uid`. */
  members: readonly string[];
}

export interface Slapd {
  /** Takes what comes in the clear, and StartTLS. */
  url: string;
  /** Encrypted from the beginning; the port is that of no other. */
  securePort: number;
  /** Files: who vouches for the directory as `localhost`, and someone who does not. */
  authority: string;
  unrelated: string;
  stop(): Promise<void>;
}

/** Changes entries of the directory. */
export async function changeDirectory(
  { url }: Slapd,
  change: (client: Client) => Promise<unknown>,
): Promise<void> {
  const client = new Client({ url });
  try {
    await client.bind(manager.dn, manager.password);
    await change(client);
  } finally {
    await client.unbind();
  }
}

/** The DN of a person. */
export const personDn = (uid: string): string => `uid=${uid},ou=people,${base}`;

/** Replaces a value of a person's entry, within `changeDirectory`. */
export const replaceValue = (client: Client, uid: string, type: string, value: string): Promise<void> =>
  client.modify(
    personDn(uid),
    new Change({ operation: 'replace', modification: new Attribute({ type, values: [value] }) }),
  );

/** Anonymous visitors may sign in and see nothing; the reader sees all but passwords. */
export async function startSlapd(
  people: readonly Entry[],
  groups: readonly DirectoryGroup[] = [],
): Promise<Slapd> {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-slapd-'));
  mkdirSync(join(folder, 'db'));
  const config = join(folder, 'slapd.conf');
  const authority = makeAuthority(folder, 'authority');
  writeFileSync(config, configuration(folder, certify(folder, authority, 'localhost')));
  writeFileSync(join(folder, 'people.ldif'), [ldif(people), ldifOfGroups(groups)].join('\n\n'));
  const loaded = spawnSync(loader, ['-f', config, '-l', join(folder, 'people.ldif')], { encoding: 'utf8' });
  if (loaded.status !== 0) throw new Error(`slapadd failed: ${loaded.stderr}`);
  const url = `ldap://127.0.0.1:${await freePort()}`;
  const securePort = await freePort();
  const places = `${url} ldaps://127.0.0.1:${securePort}`;
  const child = spawn(program, ['-f', config, '-h', places, '-d', 'stats'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await new Promise<void>((resolve, reject) => {
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      if (said.includes('slapd starting')) return;
      said += text;
      if (said.includes('slapd starting')) resolve();
    });
    void ended.then(() => reject(new Error(`slapd ended: ${said}`)));
  });
  return {
    url,
    securePort,
    authority: authority.certificate,
    unrelated: makeAuthority(folder, 'unrelated').certificate,
    async stop() {
      child.kill();
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const configuration = (folder: string, { certificate, key }: Certified): string => `
include /etc/ldap/schema/core.schema
include /etc/ldap/schema/cosine.schema
include /etc/ldap/schema/inetorgperson.schema
modulepath /usr/lib/ldap
moduleload back_mdb
moduleload ppolicy
pidfile ${folder}/slapd.pid
TLSCertificateFile ${certificate}
TLSCertificateKeyFile ${key}
database mdb
maxsize 10485760
suffix "${base}"
directory ${folder}/db
rootdn "${manager.dn}"
rootpw "${manager.password}"
overlay ppolicy
ppolicy_default "cn=policy,${base}"
access to attrs=userPassword by anonymous auth by * none
access to * by dn.exact="${reader.dn}" read by * auth
`;

function ldif(people: readonly Entry[]): string {
  const text = (name: string, value: string) => `${name}:: ${Buffer.from(value).toString('base64')}`;
  const entries = people.map(({ uid, cn, mail, password, picture }) =>
    [
      text('dn', `uid=${uid},ou=people,${base}`),
      'objectClass: inetOrgPerson',
      text('uid', uid),
      text('cn', cn),
      'sn: Someone',
      ...(mail === undefined ? [] : [text('mail', mail)]),
      ...(password === undefined ? [] : [text('userPassword', password)]),
      ...(picture === undefined ? [] : [`jpegPhoto:: ${picture.toString('base64')}`]),
    ].join('\n'),
  );
  return [
    `dn: ${base}\nobjectClass: dcObject\nobjectClass: organization\no: Example\ndc: example`,
    `dn: ou=people,${base}\nobjectClass: organizationalUnit\nou: people`,
    `dn: ${reader.dn}\nobjectClass: person\ncn: reader\nsn: Reader\nuserPassword: ${reader.password}`,
    `dn: cn=policy,${base}\nobjectClass: device\nobjectClass: pwdPolicy\ncn: policy\npwdAttribute: userPassword\npwdMustChange: TRUE`,
    ...entries,
  ].join('\n\n');
}

const ldifOfGroups = (groups: readonly DirectoryGroup[]): string =>
  [
    `dn: ou=groups,${base}\nobjectClass: organizationalUnit\nou: groups`,
    ...groups.map(({ cn, members }) =>
      [
        `dn: cn=${cn},ou=groups,${base}`,
        'objectClass: groupOfNames',
        `cn: ${cn}`,
        ...members.map((uid) => `member: uid=${uid},ou=people,${base}`),
      ].join('\n'),
    ),
  ].join('\n\n');
