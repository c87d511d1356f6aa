/** Samba as domain controller of Active Directory: entries by objectGUID, groups within groups, passwords that must change, pages. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { Client } from 'ldapts';
import { certify, makeAuthority } from '../../tests/support/services/certificates.ts';
import { run } from '../release/run.ts';
import type { Daemon } from './daemon.ts';
import { readGroups, readUser } from './directory-people.ts';
import type { Counterpart, Stage } from './frame.ts';
import { HeddleServer } from './heddle-server.ts';

const base = 'DC=example,DC=com';
const usersBase = `CN=Users,${base}`;
const password = 'Shuttle-flies-4711';
/** It has no setting for another port. */
const url = 'ldap://127.0.0.1:389';
/** Above the 1,000 entries of a page (MaxPageSize). */
const crowd = 1100;

/** Domains are made from templates in a moment; `--host-name` is that of the certificate. */
function provision(stage: Stage): string {
  const { certificate, key } = certify(stage.folder, makeAuthority(stage.folder, 'authority'), 'localhost');
  const folder = path.join(stage.folder, 'dc');
  const options = {
    interfaces: 'lo',
    'bind interfaces only': 'yes',
    'server services': 'ldap',
    'pid directory': stage.folder,
    'ncalrpc dir': path.join(stage.folder, 'ncalrpc'),
    'log file': path.join(stage.folder, 'log'),
    'tls certfile': certificate,
    'tls keyfile': key,
    'tls cafile': path.join(stage.folder, 'authority.pem'),
  };
  run('samba-tool', [
    'domain',
    'provision',
    '--realm=EXAMPLE.COM',
    '--domain=EXAMPLE',
    '--server-role=dc',
    '--dns-backend=NONE',
    `--adminpass=${password}`,
    `--targetdir=${folder}`,
    '--host-name=localhost',
    '--host-ip=127.0.0.1',
    ...Object.entries(options).map(([name, value]) => `--option=${name}=${value}`),
  ]);
  return folder;
}

interface Domain {
  stage: Stage;
  daemon: Daemon;
  server: HeddleServer;
  /** Runs samba-tool on the database of the domain. */
  tool(...args: string[]): string;
}

const addPerson = (tool: Domain['tool'], name: string, ...more: string[]): string =>
  tool(
    'user',
    'create',
    name,
    password,
    `--mail-address=${name}@example.com`,
    `--given-name=${name}`,
    '--surname=Weaver',
    ...more,
  );

function populate(stage: Stage, folder: string, tool: Domain['tool']): void {
  for (const name of ['reader', 'ben', 'cleo', 'dan', 'eve', 'fay', 'gus']) addPerson(tool, name);
  for (const [group, member] of [
    ['weavers', 'ben'],
    ['makers', 'weavers'],
    ['staff', 'makers'],
  ] as const) {
    tool('group', 'add', group);
    tool('group', 'addmembers', group, member);
  }
  tool('ou', 'add', `OU=Shed,${base}`);
  const people = Array.from({ length: crowd }, (_, i) =>
    [
      `dn: CN=crowd${i},${usersBase}`,
      'objectClass: user',
      `sAMAccountName: crowd${i}`,
      `mail: crowd${i}@example.com`,
      'userAccountControl: 514',
    ].join('\n'),
  );
  const database = `tdb://${folder}/private/sam.ldb`;
  run('ldbadd', ['-H', database, stage.write('crowd.ldif', `${people.join('\n\n')}\n`)]);
}

const settings = (stage: Stage): string => `
ldap_url = "${url.replace('127.0.0.1', 'localhost')}"
ldap_ca_file = "${stage.folder}/authority.pem"
ldap_bind_dn = "CN=reader Weaver,${usersBase}"
ldap_bind_password = "${password}"
ldap_search_base = "${base}"
ldap_filter = "(&(objectClass=user)(mail=*)(|(sAMAccountName={username})(userPrincipalName={username})))"
[ldap_groups]
"weavers" = "Weavers"

[ldap_roles]
"CN=staff,${usersBase}" = "moderator"
`;

export const samba: Counterpart = {
  title: 'Samba as Active Directory',
  packages: ['samba-ad-dc', 'samba-ad-provision', 'samba-dsdb-modules', 'winbind', 'ldb-tools', 'openssl'],
  async prove(stage) {
    const folder = provision(stage);
    const config = path.join(folder, 'etc/smb.conf');
    const tool = (...args: string[]): string => run('samba-tool', [...args, '-s', config]);
    populate(stage, folder, tool);
    const daemon = await stage.start({
      command: '/usr/sbin/samba',
      args: ['-F', '--no-process-group', '-M', 'single', '-s', config, '--debug-stdout'],
      isReady: async () => {
        const client = new Client({ url });
        try {
          const { searchEntries } = await client.search('', { scope: 'base', attributes: ['dnsHostName'] });
          return searchEntries.length === 1;
        } finally {
          await client.unbind();
        }
      },
    });
    const server = await HeddleServer.start(stage, settings(stage));
    await server.as().post('/user_groups/create', { name: 'Weavers', description: '', members: '[]' });
    const domain: Domain = { stage, daemon, server, tool };
    await signIn(domain);
    await follow(domain);
    await fail(domain);
  },
};

async function signIn({ stage, server, tool }: Domain): Promise<void> {
  await stage.check('People sign in by name and by principal name, over StartTLS', async () => {
    for (const name of ['ben', 'ben@example.com', 'dan', 'fay', 'gus']) {
      const { status, json } = await server.signIn(name, password);
      assert.equal(status, 200, json.msg);
    }
  });
  await stage.check('A wrong password, an empty one, and a filter in a name are refused', async () => {
    for (const [name, given] of [
      ['cleo', 'wrong'],
      ['cleo', ''],
      ['*', password],
      ['cleo)(mail=*', password],
    ] as const)
      assert.notEqual((await server.signIn(name, given)).status, 200, name);
  });
  await stage.check('Groups in groups count', async () => {
    assert.deepEqual(await readGroups(server, 'ben@example.com'), ['Weavers']);
    assert.equal((await readUser(server, 'ben@example.com'))?.role, 300);
    assert.equal((await readUser(server, 'dan@example.com'))?.role, 400);
  });
  await stage.check(
    'A password that has to be changed is named as that, a disabled account is refused',
    async () => {
      tool('user', 'setpassword', 'eve', `--newpassword=${password}`, '--must-change-at-next-login');
      const { status, json } = await server.signIn('eve', password);
      assert.notEqual(status, 200);
      assert.match(json.msg, /chang|expired/i);
      tool('user', 'disable', 'cleo');
      assert.notEqual((await server.signIn('cleo', password)).status, 200);
    },
  );
}

async function follow({ stage, server, tool }: Domain): Promise<void> {
  await stage.check('A marriage changes name, address and DN, and not whose account it is', async () => {
    const before = await readUser(server, 'dan@example.com');
    tool(
      'user',
      'rename',
      'dan',
      '--surname=Spinner',
      '--mail-address=dan.spinner@example.com',
      '--reset-cn',
    );
    tool('user', 'move', 'dan', `OU=Shed,${base}`);
    const { json } = await server.signIn('dan', password);
    assert.equal(json.user_id, before?.user_id, json.msg);
  });
  await stage.check(
    `A synchronization reads ${crowd} entries in pages, and deactivates who was disabled or deleted`,
    async () => {
      tool('user', 'disable', 'fay');
      tool('user', 'delete', 'gus');
      const result = await server.json('ldap', 'sync', '--org', '', '--max-percent', '60');
      for (const [name, isActive] of [
        ['fay', false],
        ['gus', false],
        ['dan', true],
        ['ada', true],
      ] as const)
        assert.equal(
          (await readUser(server, `${name}@example.com`))?.is_active,
          isActive,
          `${name} ${JSON.stringify(result)}`,
        );
      assert.deepEqual(await readGroups(server, 'ben@example.com'), ['Weavers']);
      await server.expectFinding('ldap', 'ok', /1,1\d\d entries/);
    },
  );
}

async function fail({ stage, server, daemon }: Domain): Promise<void> {
  const refused = async () => {
    const begun = performance.now();
    const { status, json } = await server.signIn('ben', password);
    assert.notEqual(status, 200);
    const seconds = (performance.now() - begun) / 1000;
    assert.ok(seconds < 20, `it took ${seconds} seconds`);
    assert.doesNotMatch(json.msg, /password/i);
  };
  await stage.check(
    'Stopped: the sign-in says so, and the doctor names it; started again: people sign in',
    async () => {
      await daemon.stop();
      await refused();
      await server.expectFinding('ldap', 'problem');
      await daemon.start();
      assert.equal((await server.signIn('ben', password)).status, 200);
    },
  );
  await stage.check(
    'Frozen: the sign-in ends within twenty seconds, and the doctor says so; thawed: people sign in',
    async () => {
      daemon.freeze();
      await refused();
      await server.expectFinding('ldap', 'problem');
      daemon.thaw();
      assert.equal((await server.signIn('ben', password)).status, 200);
    },
  );
  daemon.thaw();
  await stage.check(
    'Without StartTLS the directory refuses the password of the account for searches, as the doctor says',
    async () => {
      await server.restart(settings(stage).replace('ldap_ca_file', 'ldap_start_tls = "off"\nldap_ca_file'));
      await server.expectFinding('ldap', 'problem', /encrypt|TLS|strong/i);
    },
  );
  await stage.check('A wrong password of the account for searches is named by the doctor', async () => {
    await server.restart(
      settings(stage).replace(`ldap_bind_password = "${password}"`, 'ldap_bind_password = "wrong"'),
    );
    await server.expectFinding('ldap', 'problem', /password/i);
  });
}
