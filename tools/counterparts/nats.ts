/** nats-server, three of a cluster: two nodes of Heddle on one PostgreSQL wake each other through it. */
import { freePort } from '../../tests/support/services/free-port.ts';
import { startPostgres } from '../../tests/support/services/postgres.ts';
import type { Daemon } from './daemon.ts';
import { greets } from './dovecot.ts';
import type { Counterpart, Stage } from './frame.ts';
import { HeddleServer } from './heddle-server.ts';
import { Talk } from './talk.ts';

const account = { user: 'heddle', password: 'wakes-others' };

interface Member {
  daemon: Daemon;
  port: number;
}

async function startCluster(stage: Stage, count: number): Promise<Member[]> {
  const routes = await Promise.all(Array.from({ length: count }, () => freePort()));
  const members: Member[] = [];
  for (const route of routes) {
    const port = await freePort();
    const config = stage.write(
      `nats-${port}.conf`,
      `listen: 127.0.0.1:${port}
authorization { user: ${account.user}, password: ${account.password} }
cluster {
  name: looms
  listen: 127.0.0.1:${route}
  routes: [${routes
    .filter((other) => other !== route)
    .map((other) => `nats://127.0.0.1:${other}`)
    .join(', ')}]
}
`,
    );
    const daemon = await stage.start({
      command: 'nats-server',
      args: ['-c', config],
      isReady: () => greets(port),
    });
    members.push({ daemon, port });
  }
  return members;
}

const getUrls = (members: readonly Member[], password = account.password): string =>
  members.map(({ port }) => `nats://${account.user}:${password}@127.0.0.1:${port}`).join(',');

/** No file is stored there. */
const settings = (nats: string): string => `nats = "${nats}"
s3_bucket = "heddle"
s3_endpoint = "http://127.0.0.1:9"
s3_access_key_id = "id"
s3_secret_access_key = "secret"
`;

export const nats: Counterpart = {
  title: 'NATS',
  packages: ['nats-server'],
  async prove(stage) {
    const postgres = await startPostgres();
    stage.undo(() => postgres.stop());
    const cluster = await startCluster(stage, 3);
    const first = await HeddleServer.start(stage, settings(getUrls(cluster)), { databaseUrl: postgres.url });
    const second = await HeddleServer.join(stage, first, settings(getUrls(cluster)));
    await first.addChannel();
    const talk = new Talk(first, second);
    await talk.begin();
    await stage.check(
      'Two nodes wake each other through a cluster of three servers, with a password',
      async () => {
        await talk.send(20);
        await talk.receiveAll();
        await first.expectFinding('nats', 'ok');
      },
    );
    await breakMembers(stage, cluster, talk, first);
    await breakAll(stage, cluster, talk, first);
  },
};

async function breakMembers(
  stage: Stage,
  cluster: readonly Member[],
  talk: Talk,
  first: HeddleServer,
): Promise<void> {
  await stage.check(
    'One server stopped: every message arrives once, and the doctor warns of that server',
    async () => {
      await cluster[0]?.daemon.stop();
      await talk.send(20);
      await talk.receiveAll();
      await first.expectFinding('nats', 'warning', new RegExp(String(cluster[0]?.port)));
    },
  );
  await stage.check('One server killed, and each restarted in turn: every message arrives once', async () => {
    await cluster[0]?.daemon.start();
    await cluster[1]?.daemon.stop('SIGKILL');
    await talk.send(20);
    await cluster[1]?.daemon.start();
    for (const { daemon } of cluster) {
      await daemon.restart();
      await talk.send(10);
    }
    await talk.receiveAll();
  });
}

async function breakAll(
  stage: Stage,
  cluster: readonly Member[],
  talk: Talk,
  first: HeddleServer,
): Promise<void> {
  await stage.check(
    'All stopped: messages still arrive once, log and doctor name it; started again: the log says so',
    async () => {
      for (const { daemon } of cluster) await daemon.stop();
      await talk.send(20);
      await talk.receiveAll();
      await first.expectFinding('nats', 'problem');
      for (const { daemon } of cluster) await daemon.start();
      await talk.send(20);
      await talk.receiveAll();
      await first.expectFinding('nats', 'ok');
    },
  );
  await stage.check(
    'All frozen: messages still arrive once, and the doctor says so within ten seconds',
    async () => {
      for (const { daemon } of cluster) daemon.freeze();
      await talk.send(20);
      await talk.receiveAll();
      await first.expectFinding('nats', 'problem');
    },
  );
  for (const { daemon } of cluster) daemon.thaw();
  await stage.check('A wrong password is named by the doctor, and messages arrive without NATS', async () => {
    await first.restart(settings(getUrls(cluster, 'wrong')));
    await talk.send(20);
    await talk.receiveAll();
    await first.expectFinding('nats', 'problem', /authoriz/i);
  });
}
