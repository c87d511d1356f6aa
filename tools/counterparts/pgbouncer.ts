/** PgBouncer in session mode, between Heddle and PostgreSQL. */
import assert from 'node:assert/strict';
import pg from 'pg';
import { freePort } from '../../tests/support/services/free-port.ts';
import { startPostgres, type TestPostgres } from '../../tests/support/services/postgres.ts';
import { until } from '../../tests/support/until.ts';
import type { Daemon } from './daemon.ts';
import type { Counterpart, Stage } from './frame.ts';
import { HeddleServer } from './heddle-server.ts';

/** It refuses to run as root. */
const nobody = { uid: 65_534, gid: 65_534 };

const configuration = (database: string, port: number): string => {
  const url = new URL(database);
  return `
[databases]
heddle = host=127.0.0.1 port=${url.port} dbname=postgres user=heddle
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = session
default_pool_size = 40
max_client_conn = 100
server_login_retry = 1
ignore_startup_parameters = extra_float_digits,options,search_path,statement_timeout,lock_timeout,idle_in_transaction_session_timeout
`;
};

export const pgbouncer: Counterpart = {
  title: 'PgBouncer',
  packages: ['pgbouncer'],
  async prove(stage) {
    const postgres = await startPostgres();
    stage.undo(() => postgres.stop());
    const port = await freePort();
    const databaseUrl = `postgres://heddle@127.0.0.1:${port}/heddle`;
    const daemon = await stage.start({
      command: '/usr/sbin/pgbouncer',
      args: [stage.write('pgbouncer.ini', configuration(postgres.url, port))],
      ids: nobody,
      isReady: async () => {
        const client = new pg.Client({ connectionString: databaseUrl });
        await client.connect();
        try {
          return (await client.query('SELECT 1')).rowCount === 1;
        } finally {
          await client.end();
        }
      },
    });
    const server = await HeddleServer.start(stage, 'rate_limits = "off"\n', { databaseUrl });
    await server.addChannel();
    await fail({ stage, postgres, daemon, server });
  },
};

interface Sides {
  stage: Stage;
  postgres: TestPostgres;
  daemon: Daemon;
  server: HeddleServer;
}

/** What was acknowledged, in the order in which it was sent. */
const sent: string[] = [];

async function sendSome({ server }: Sides, count = 20): Promise<void> {
  for (let i = 0; i < count; i++) {
    const content = `thread ${sent.length}`;
    const { json } = await server
      .as()
      .post('/messages', { type: 'channel', to: 'looms', topic: 'pool', content });
    if (json.result === 'success') sent.push(content);
  }
}

async function compare({ server }: Sides): Promise<void> {
  const stored = (await server.messages({ num_before: 1000 })).map(({ content }) => String(content));
  assert.deepEqual(
    stored.filter((content) => content.startsWith('thread ')),
    sent,
  );
}

async function fail(sides: Sides): Promise<void> {
  const { stage, postgres, daemon, server } = sides;
  const isReady = () =>
    until('it is ready', async () => (await server.health('/readyz')).status === 200, 100);
  await stage.check(
    'Messages are stored in their order, and the doctor is content with the database',
    async () => {
      await sendSome(sides);
      await compare(sides);
      await server.expectFinding('database', 'ok');
    },
  );
  await stage.check(
    'PgBouncer is restarted while messages are sent: what was acknowledged is stored, once',
    async () => {
      await Promise.all([sendSome(sides, 60), daemon.restart()]);
      await isReady();
      await sendSome(sides);
      await compare(sides);
    },
  );
  await stage.check('PostgreSQL behind it is ended and started again: the same', async () => {
    await Promise.all([sendSome(sides, 60), postgres.halt().then(() => postgres.start())]);
    await isReady();
    await sendSome(sides);
    await compare(sides);
  });
  await stage.check(
    'Stopped: /readyz says so with 503, and writes are refused; started again: all goes through',
    async () => {
      // SIGINT waits for clients, which never leave in session mode (1.18.0).
      await daemon.stop();
      await until('it is not ready', async () => (await server.health('/readyz')).status === 503, 100);
      await sendSome(sides, 1);
      await daemon.start();
      await isReady();
      await sendSome(sides);
      await compare(sides);
    },
  );
  await stage.check('Frozen: /readyz says so with 503; thawed: all goes through', async () => {
    daemon.freeze();
    await until('it is not ready', async () => (await server.health('/readyz')).status === 503, 100);
    daemon.thaw();
    await isReady();
    await sendSome(sides);
    await compare(sides);
  });
}
