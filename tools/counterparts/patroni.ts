/**
 * Patroni with two PostgreSQL 15, etcd, and HAProxy that asks Patroni for the primary. Replication is synchronous, as
 * docs/scale.md recommends, and asynchronous afterwards.
 */
import assert from 'node:assert/strict';
import { chownSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { freePort } from '../../tests/support/services/free-port.ts';
import { until } from '../../tests/support/until.ts';
import { listDescendants, type Daemon } from './daemon.ts';
import type { Counterpart, Stage } from './frame.ts';
import { HeddleServer } from './heddle-server.ts';
import { Talk } from './talk.ts';

/** PostgreSQL refuses to run as root. */
const nobody = { uid: 65_534, gid: 65_534 };
const programs = '/usr/lib/postgresql/15/bin';
const login = 'heddle:heddle';

export const patroni: Counterpart = {
  title: 'Patroni',
  packages: ['patroni', 'python3-etcd', 'etcd-server', 'postgresql-15', 'haproxy'],
  async prove(stage) {
    const cluster = await Cluster.start(stage);
    const toml = `rate_limits = "off"\nfiles_dir = "${stage.makeFolder('files')}"\nfiles_shared = "on"\n`;
    const first = await HeddleServer.start(stage, toml, { databaseUrl: cluster.url });
    const second = await HeddleServer.join(stage, first, toml);
    await first.addChannel();
    await fail({ stage, cluster, first, second });
  },
};

interface Member {
  name: string;
  /** The address of Patroni's API. */
  rest: string;
  /** The port of PostgreSQL. */
  port: number;
  dataFolder: string;
  daemon: Daemon;
}

/** PostgreSQL is no child of Patroni, so that it survives Patroni's end. */
function signalDatabase({ dataFolder }: Member, signal: NodeJS.Signals): void {
  try {
    const postmaster = Number(readFileSync(path.join(dataFolder, 'postmaster.pid'), 'utf8').split('\n')[0]);
    for (const pid of [postmaster, ...listDescendants(postmaster)]) process.kill(pid, signal);
  } catch {
    // It does not run.
  }
}

async function kill(member: Member): Promise<void> {
  signalDatabase(member, 'SIGKILL');
  await member.daemon.stop('SIGKILL');
}

class Cluster {
  readonly url: string;
  readonly members: readonly Member[];

  private constructor(url: string, members: readonly Member[]) {
    this.url = url;
    this.members = members;
  }

  static async start(stage: Stage): Promise<Cluster> {
    const etcd = await startEtcd(stage);
    const members: Member[] = [];
    for (const name of ['left', 'right']) members.push(await startMember(stage, etcd, name));
    const port = await startProxy(stage, members);
    const cluster = new Cluster(`postgres://${login}@127.0.0.1:${port}/postgres`, members);
    await cluster.untilSynchronous();
    return cluster;
  }

  async primary(): Promise<Member> {
    let found: Member | undefined;
    await patiently('a primary', async () => {
      const states = await Promise.all(this.members.map(({ rest }) => isPrimary(rest)));
      found = this.members[states.indexOf(true)];
      return states.filter(Boolean).length === 1;
    });
    assert.ok(found);
    return found;
  }

  async isSynchronous(): Promise<boolean> {
    const states = await Promise.all(this.members.map(({ rest }) => respondsTo(`${rest}/synchronous`)));
    return states.includes(true);
  }

  async untilSynchronous(): Promise<void> {
    await patiently('a synchronous standby', () => this.isSynchronous());
  }

  async waitForOther({ name }: Member): Promise<boolean> {
    await patiently('another primary', async () => (await this.primary()).name !== name);
    return true;
  }

  async configure(settings: Record<string, unknown>): Promise<void> {
    const { rest } = await this.primary();
    const sent = await fetch(`${rest}/config`, { method: 'PATCH', body: JSON.stringify(settings) });
    assert.equal(sent.status, 200);
  }
}

/** A failover takes as long as the time to live of the key of the primary, and its promotion. */
async function patiently(what: string, isSo: () => Promise<boolean>): Promise<void> {
  await until(what, isSo, 200).catch(() => until(what, isSo, 200));
}

const respondsTo = (url: string): Promise<boolean> =>
  fetch(url, { signal: AbortSignal.timeout(2000) }).then(
    ({ status }) => status === 200,
    () => false,
  );

const isPrimary = (rest: string): Promise<boolean> => respondsTo(`${rest}/primary`);

async function startEtcd(stage: Stage): Promise<string> {
  const [client, peer] = [`http://127.0.0.1:${await freePort()}`, `http://127.0.0.1:${await freePort()}`];
  const flags = {
    'data-dir': stage.makeFolder('etcd'),
    'listen-client-urls': client,
    'advertise-client-urls': client,
    'listen-peer-urls': peer,
    'initial-advertise-peer-urls': peer,
    'initial-cluster': `default=${peer}`,
    'enable-v2': 'true',
  };
  const args = Object.entries(flags).map(([name, value]) => `--${name}=${value}`);
  await stage.start({ command: '/usr/bin/etcd', args, isReady: () => respondsTo(`${client}/health`) });
  return new URL(client).host;
}

async function startMember(stage: Stage, etcd: string, name: string): Promise<Member> {
  const folder = stage.makeFolder(name);
  chownSync(folder, nobody.uid, nobody.gid);
  const sockets = path.join(folder, 'sockets');
  mkdirSync(sockets);
  chownSync(sockets, nobody.uid, nobody.gid);
  const [restPort, port] = [await freePort(), await freePort()];
  const file = stage.write(`${name}.yml`, configuration({ name, folder, sockets, etcd, restPort, port }));
  const rest = `http://127.0.0.1:${restPort}`;
  const daemon = await stage.start({
    command: '/usr/bin/patroni',
    args: [file],
    ids: nobody,
    leadsGroup: true,
    env: { HOME: folder },
    isReady: () => respondsTo(`${rest}/health`),
  });
  const member = { name, rest, port, dataFolder: path.join(folder, 'data'), daemon };
  stage.undo(() => signalDatabase(member, 'SIGKILL'));
  return member;
}

interface Place {
  name: string;
  folder: string;
  sockets: string;
  etcd: string;
  restPort: number;
  port: number;
}

/** The shortest times that Patroni takes; a failover lasts about as long as `ttl`. JSON is YAML. */
const configuration = ({ name, folder, sockets, etcd, restPort, port }: Place): string =>
  JSON.stringify({
    scope: 'weavers',
    name,
    restapi: { listen: `127.0.0.1:${restPort}`, connect_address: `127.0.0.1:${restPort}` },
    etcd: { host: etcd },
    bootstrap: {
      dcs: {
        ttl: 20,
        loop_wait: 2,
        retry_timeout: 3,
        maximum_lag_on_failover: 1_048_576,
        synchronous_mode: true,
        postgresql: {
          use_pg_rewind: true,
          use_slots: true,
          parameters: { wal_level: 'replica', hot_standby: 'on', max_connections: 100, fsync: 'off' },
        },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
      users: { heddle: { password: 'heddle', options: ['superuser'] } },
    },
    postgresql: {
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${port}`,
      data_dir: path.join(folder, 'data'),
      bin_dir: programs,
      pgpass: path.join(folder, 'pgpass'),
      authentication: {
        replication: { username: 'replicator', password: 'replicator' },
        superuser: { username: 'postgres', password: 'postgres' },
      },
      pg_hba: [
        'local all all trust',
        'host all all 127.0.0.1/32 trust',
        'host replication all 127.0.0.1/32 trust',
      ],
      parameters: { unix_socket_directories: sockets },
    },
  });

async function startProxy(stage: Stage, members: readonly Member[]): Promise<number> {
  const port = await freePort();
  const servers = members.map(
    (member) => `  server ${member.name} 127.0.0.1:${member.port} check port ${new URL(member.rest).port}`,
  );
  const file = stage.write(
    'haproxy.cfg',
    `
defaults
  mode tcp
  timeout connect 2s
  timeout client 1h
  timeout server 1h
listen postgres
  bind 127.0.0.1:${port}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${servers.join('\n')}
`,
  );
  await stage.start({
    command: '/usr/sbin/haproxy',
    args: ['-db', '-f', file],
    isReady: async () => {
      const client = new pg.Client({ connectionString: `postgres://${login}@127.0.0.1:${port}/postgres` });
      await client.connect();
      await client.end();
      return true;
    },
  });
  return port;
}

interface Sides {
  stage: Stage;
  cluster: Cluster;
  first: HeddleServer;
  second: HeddleServer;
}

async function fail(sides: Sides): Promise<void> {
  const { stage, cluster, first, second } = sides;
  const talk = new Talk(first, second);
  await talk.begin();
  await stage.check(
    'Every message of one node arrives once at the other, and the doctor is content',
    async () => {
      await talk.send(20);
      await talk.receiveAll();
      await first.expectFinding('database', 'ok');
    },
  );
  await stage.check(
    'The primary is killed while messages are sent: every acknowledged one is stored, and arrives, once',
    async () => {
      const primary = await cluster.primary();
      await Promise.all([talk.sendUntil(() => cluster.waitForOther(primary)), kill(primary)]);
      await talk.receiveAll();
      await primary.daemon.start();
      await cluster.untilSynchronous();
    },
  );
  await stage.check('The primary is stopped, and so hands over: the same', async () => {
    const primary = await cluster.primary();
    await Promise.all([talk.sendUntil(() => cluster.waitForOther(primary)), primary.daemon.stop()]);
    await talk.receiveAll();
    await primary.daemon.start();
    await cluster.untilSynchronous();
  });
  await stage.check('The primary is frozen, and thawed when another has taken over: the same', async () => {
    const primary = await cluster.primary();
    primary.daemon.freeze();
    signalDatabase(primary, 'SIGSTOP');
    await talk.sendUntil(() => cluster.waitForOther(primary));
    signalDatabase(primary, 'SIGCONT');
    primary.daemon.thaw();
    await talk.send(20);
    await cluster.untilSynchronous();
    await talk.receiveAll();
  });
  await stage.check(
    'Asynchronous: clients that have seen what was lost register again, and no lost id is given out again',
    () => loseSome(sides, talk),
  );
}

/** The standby receives nothing while the primary acknowledges messages, and is all that is left when the primary is killed. */
async function loseSome({ cluster }: Sides, talk: Talk): Promise<void> {
  await cluster.configure({ synchronous_mode: false });
  const primary = await cluster.primary();
  const standby = cluster.members.find((member) => member !== primary);
  assert.ok(standby);
  await talk.send(5);
  await talk.receiveAll();
  const kept = [...talk.acknowledged];
  await patiently('asynchronous replication', async () => !(await cluster.isSynchronous()));
  standby.daemon.freeze();
  await disconnect(standby);
  await talk.send(5);
  await talk.receiveAll();
  const lost = talk.acknowledged.slice(kept.length);
  await kill(primary);
  standby.daemon.thaw();
  await cluster.waitForOther(primary);
  talk.acknowledged = kept;
  await patiently('the queue is refused', async () => {
    const { json } = await talk.poll().catch(() => ({ json: { code: '' } }));
    return json.code === 'BAD_EVENT_QUEUE_ID';
  });
  await talk.begin();
  await talk.send(1);
  const sent = talk.acknowledged.at(-1) ?? 0;
  await talk.receiveAll();
  assert.ok(sent > Math.max(...lost), 'ids are not given out twice');
}

/** Makes a standby look for its primary where none is. */
async function disconnect({ port }: Member): Promise<void> {
  const client = new pg.Client({ connectionString: `postgres://${login}@127.0.0.1:${port}/postgres` });
  await client.connect();
  try {
    await client.query(`ALTER SYSTEM SET primary_conninfo = 'host=127.0.0.1 port=9 user=none'`);
    await client.query('SELECT pg_reload_conf()');
    await until('it has no primary', async () => {
      const { rowCount } = await client.query(`SELECT FROM pg_stat_wal_receiver WHERE status = 'streaming'`);
      return rowCount === 0;
    });
  } finally {
    await client.end();
  }
}
