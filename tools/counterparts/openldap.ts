/** OpenLDAP: sign-in, groups within groups, limits and referrals of the directory, password policies, outages. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { Attribute, Change, Client } from 'ldapts';
import { certify, makeAuthority } from '../../tests/support/services/certificates.ts';
import { freePort } from '../../tests/support/services/free-port.ts';
import type { Daemon } from './daemon.ts';
import type { Counterpart, Stage } from './frame.ts';
import { HeddleServer } from './heddle-server.ts';
import { readGroups, readUser } from './directory-people.ts';

const base = 'dc=example,dc=com';
const manager = { dn: `cn=manager,${base}`, password: 'changes all' };
const reader = { dn: `cn=reader,${base}`, password: 'reads only' };
const password = 'the shuttle flies at noon';
/** Above the limit of 500 entries that slapd has by itself. */
const crowd = 700;

const personDn = (uid: string) => `uid=${uid},ou=people,${base}`;

const person = (uid: string, cn = `Weaver ${uid}`): string =>
  [
    `dn: ${personDn(uid)}`,
    'objectClass: inetOrgPerson',
    `uid: ${uid}`,
    `cn: ${cn}`,
    'sn: Weaver',
    `mail: ${uid}@example.com`,
    `userPassword: ${password}`,
  ].join('\n');

const group = (cn: string, ...members: string[]): string =>
  [
    `dn: cn=${cn},ou=groups,${base}`,
    'objectClass: groupOfNames',
    `cn: ${cn}`,
    ...members.map((dn) => `member: ${dn}`),
  ].join('\n');

const groupDn = (cn: string) => `cn=${cn},ou=groups,${base}`;

const entries = (): string =>
  [
    `dn: ${base}\nobjectClass: dcObject\nobjectClass: organization\no: Example\ndc: example`,
    `dn: ou=people,${base}\nobjectClass: organizationalUnit\nou: people`,
    `dn: ou=groups,${base}\nobjectClass: organizationalUnit\nou: groups`,
    `dn: ou=away,${base}\nobjectClass: referral\nobjectClass: extensibleObject\nou: away\nref: ldap://directory.invalid/ou=away,${base}`,
    `dn: ${reader.dn}\nobjectClass: person\ncn: reader\nsn: Reader\nuserPassword: ${reader.password}`,
    `dn: cn=policy,${base}\nobjectClass: device\nobjectClass: pwdPolicy\ncn: policy\npwdAttribute: userPassword\npwdMustChange: TRUE`,
    ...['ben', 'cleo', 'dan', 'eve', 'fay'].map((uid) => person(uid)),
    ...Array.from({ length: crowd }, (_, i) => person(`crowd${i}`)),
    // Staff has only groups in it; the last two groups contain each other.
    group('weavers', personDn('ben')),
    group('makers', groupDn('weavers'), groupDn('dyers')),
    group('staff', groupDn('makers')),
    group('dyers', personDn('cleo'), groupDn('makers')),
  ].join('\n\n');

const configuration = (stage: Stage, limits: string): string => {
  const { certificate, key } = certify(stage.folder, makeAuthority(stage.folder, 'authority'), 'localhost');
  return `
include /etc/ldap/schema/core.schema
include /etc/ldap/schema/cosine.schema
include /etc/ldap/schema/inetorgperson.schema
modulepath /usr/lib/ldap
moduleload back_mdb
moduleload ppolicy
pidfile ${stage.folder}/slapd.pid
TLSCertificateFile ${certificate}
TLSCertificateKeyFile ${key}
database mdb
maxsize 104857600
suffix "${base}"
directory ${stage.makeFolder('db')}
rootdn "${manager.dn}"
rootpw "${manager.password}"
${limits}
overlay ppolicy
ppolicy_default "cn=policy,${base}"
index uid,mail,member,objectClass,entryUUID eq
access to attrs=userPassword by anonymous auth by * none
access to * by dn.exact="${reader.dn}" read by * auth
`;
};

const unlimited = `limits dn.exact="${reader.dn}" size.soft=unlimited size.hard=unlimited size.prtotal=unlimited`;

interface Directory {
  daemon: Daemon;
  port: number;
  /** Takes effect with the next start. */
  limit(limits: string): void;
}

async function startSlapd(stage: Stage): Promise<Directory> {
  const config = stage.write('slapd.conf', configuration(stage, unlimited));
  const ldif = stage.write('entries.ldif', entries());
  const loaded = spawnSync('/usr/sbin/slapadd', ['-q', '-f', config, '-l', ldif], { encoding: 'utf8' });
  assert.equal(loaded.status, 0, loaded.stderr);
  const port = await freePort();
  const places = `ldap://127.0.0.1:${port}`;
  const daemon = await stage.start({
    command: '/usr/sbin/slapd',
    args: ['-f', config, '-h', places, '-d', '0'],
    isReady: async () => {
      const client = new Client({ url: places });
      try {
        await client.bind(reader.dn, reader.password);
        return true;
      } finally {
        await client.unbind();
      }
    },
  });
  return { daemon, port, limit: (limits) => void stage.write('slapd.conf', configuration(stage, limits)) };
}

async function change(port: number, work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ url: `ldap://127.0.0.1:${port}` });
  try {
    await client.bind(manager.dn, manager.password);
    await work(client);
  } finally {
    await client.unbind();
  }
}

const settings = (stage: Stage, port: number, more = ''): string => `
ldap_url = "ldap://localhost:${port}"
ldap_ca_file = "${stage.folder}/authority.pem"
ldap_bind_dn = "${reader.dn}"
ldap_bind_password = "${reader.password}"
ldap_search_base = "ou=people,${base}"
ldap_filter = "(|(uid={username})(mail={username}))"
ldap_group_base = "ou=groups,${base}"
${more}
[ldap_groups]
"weavers" = "Weavers"
"dyers" = "Dyers"

[ldap_roles]
"${groupDn('staff')}" = "moderator"
`;

export const openldap: Counterpart = {
  title: 'OpenLDAP',
  packages: ['slapd', 'openssl'],
  async prove(stage) {
    const directory = await startSlapd(stage);
    const server = await HeddleServer.start(stage, settings(stage, directory.port));
    for (const name of ['Weavers', 'Dyers'])
      await server.as().post('/user_groups/create', { name, description: '', members: '[]' });
    await signIn(stage, server, directory);
    await follow(stage, server, directory);
    await limit(stage, server, directory);
    await fail(stage, server, directory);
  },
};

async function signIn(stage: Stage, server: HeddleServer, { port }: Directory): Promise<void> {
  await stage.check('People sign in by name and by address, over StartTLS', async () => {
    for (const name of ['fay', 'fay@example.com']) {
      const { status, json } = await server.signIn(name, password);
      assert.equal(status, 200, json.msg);
    }
  });
  await stage.check('A wrong password, an empty one, and a filter in a name are refused', async () => {
    for (const [name, given] of [
      ['ben', 'wrong'],
      ['ben', ''],
      ['*', password],
      ['ben)(uid=*', password],
    ] as const)
      assert.notEqual((await server.signIn(name, given)).status, 200, name);
  });
  await stage.check('Groups in groups count, circles among them', async () => {
    for (const uid of ['ben', 'cleo', 'dan']) assert.equal((await server.signIn(uid, password)).status, 200);
    assert.deepEqual(await readGroups(server, 'ben@example.com'), ['Dyers', 'Weavers']);
    assert.deepEqual(await readGroups(server, 'cleo@example.com'), ['Dyers']);
    assert.deepEqual(await readGroups(server, 'dan@example.com'), []);
    const roles = await Promise.all(['ben', 'dan'].map((uid) => readUser(server, `${uid}@example.com`)));
    assert.deepEqual(
      roles.map(({ role }) => role),
      [300, 400],
    );
  });
  await stage.check('A password that has to be changed is named as that (ppolicy)', async () => {
    const modification = new Attribute({ type: 'pwdReset', values: ['TRUE'] });
    await change(port, (client) =>
      client.modify(personDn('eve'), new Change({ operation: 'replace', modification })),
    );
    const { status, json } = await server.signIn('eve', password);
    assert.notEqual(status, 200);
    assert.match(json.msg, /chang|expired/i);
  });
}

async function follow(stage: Stage, server: HeddleServer, { port }: Directory): Promise<void> {
  await stage.check('A new name, address and DN change nothing about whose account it is', async () => {
    const before = await readUser(server, 'dan@example.com');
    await change(port, async (client) => {
      await client.modifyDN(personDn('dan'), personDn('daniel'));
      const modification = new Attribute({ type: 'mail', values: ['daniel@example.com'] });
      await client.modify(personDn('daniel'), new Change({ operation: 'replace', modification }));
    });
    const { json } = await server.signIn('daniel', password);
    assert.equal(json.user_id, before?.user_id, json.msg);
  });
  await stage.check(
    `A synchronization reads all ${crowd} entries, applies nested groups, and deactivates who has left`,
    async () => {
      await change(port, (client) => client.del(personDn('fay')));
      const result = await server.json('ldap', 'sync', '--org', '', '--max-percent', '50');
      assert.equal((await readUser(server, 'fay@example.com'))?.is_active, false);
      assert.equal(
        (await readUser(server, 'ada@example.com'))?.is_active,
        true,
        'the owner is not of the directory',
      );
      assert.deepEqual(
        await readGroups(server, 'ben@example.com'),
        ['Dyers', 'Weavers'],
        JSON.stringify(result),
      );
    },
  );
}

async function limit(stage: Stage, server: HeddleServer, directory: Directory): Promise<void> {
  await stage.check(
    'The size limit of the directory is named, with what to change, by the doctor and by the synchronization',
    async () => {
      directory.limit('');
      await directory.daemon.restart();
      await server.expectFinding('ldap', 'problem', /size.?limit/i);
      const { code, stderr } = await server.run('ldap', 'sync', '--org', '');
      assert.equal(code, 1);
      assert.match(stderr, /size.?limit/i);
      assert.equal((await server.signIn('ben', password)).status, 200, 'sign-in needs no list');
      directory.limit(unlimited);
      await directory.daemon.restart();
      await server.expectFinding('ldap', 'ok');
    },
  );
  await stage.check(
    'A referral is named, with what to change; one below the search base is passed over',
    async () => {
      await server.restart(
        settings(stage, directory.port).replace(`"ou=people,${base}"`, `"ou=away,${base}"`),
      );
      await server.expectFinding('ldap', 'problem', /refer/i);
      await server.restart(settings(stage, directory.port).replace(`"ou=people,${base}"`, `"${base}"`));
      assert.equal(
        (await server.signIn('ben', password)).status,
        200,
        'a referral below the search base is passed over',
      );
    },
  );
  await server.restart(settings(stage, directory.port));
}

async function fail(stage: Stage, server: HeddleServer, { daemon, port }: Directory): Promise<void> {
  const refused = async () => {
    const begun = performance.now();
    const { status, json } = await server.signIn('cleo', password);
    assert.notEqual(status, 200);
    const seconds = (performance.now() - begun) / 1000;
    assert.ok(seconds < 20, `it took ${seconds} seconds`);
    return json.msg;
  };
  await stage.check(
    'Stopped: the sign-in says so, local passwords work, and the doctor names it',
    async () => {
      await daemon.stop();
      assert.doesNotMatch(await refused(), /password/i);
      assert.equal((await server.signIn('ada@example.com', 'correct horse battery staple')).status, 200);
      await server.expectFinding('ldap', 'problem');
      const { code } = await server.run('ldap', 'sync', '--org', '');
      assert.equal(code, 1);
      assert.equal((await readUser(server, 'ben@example.com'))?.is_active, true);
    },
  );
  await stage.check('Started again: people sign in', async () => {
    await daemon.start();
    assert.equal((await server.signIn('cleo', password)).status, 200);
  });
  await stage.check(
    'Frozen: the sign-in ends within twenty seconds, and the doctor says that nothing responds',
    async () => {
      daemon.freeze();
      assert.doesNotMatch(await refused(), /password/i);
      await server.expectFinding('ldap', 'problem');
    },
  );
  daemon.thaw();
  await stage.check('Thawed: people sign in', async () => {
    assert.equal((await server.signIn('cleo', password)).status, 200);
  });
  await stage.check('A wrong password of the account for searches is named by the doctor', async () => {
    await server.restart(settings(stage, port).replace(reader.password, 'wrong'));
    await server.expectFinding('ldap', 'problem', /password/i);
  });
}
