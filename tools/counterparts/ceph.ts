/** Ceph's radosgw as the bucket of uploads and backups, with a monitor and one OSD that keeps everything in memory. */
import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { freePort } from '../../tests/support/services/free-port.ts';
import { basicAuthorization } from '../../tests/support/client.ts';
import { run } from '../release/run.ts';
import type { Daemon } from './daemon.ts';
import type { Counterpart, Stage } from './frame.ts';
import { HeddleServer } from './heddle-server.ts';

const keys = { access: 'HEDDLEHEDDLEHEDDLE47', secret: 'kept-to/it+self-4711' };
const bucket = 'heddle-files';

interface Places {
  cluster: string;
  monitor: number;
  gateway: number;
}

const configuration = (stage: Stage, { cluster, monitor, gateway }: Places): string => `
[global]
fsid = ${cluster}
mon host = 127.0.0.1:${monitor}
mon initial members = a
public addr = 127.0.0.1
cluster addr = 127.0.0.1
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 4
osd pool default pgp num = 4
mon allow pool size one = true
mon data avail crit = 1
osd crush chooseleaf type = 0
osd objectstore = memstore
memstore device bytes = 1073741824
run dir = ${stage.makeFolder('run')}
admin socket =
pid file =
log file = /dev/null
keyring = ${stage.folder}/keyring
mon data = ${stage.makeFolder('mon')}
osd data = ${stage.makeFolder('osd')}
rgw data = ${stage.makeFolder('rgw')}
rgw frontends = beast endpoint=127.0.0.1:${gateway}
`;

/** Who may do what in the cluster: made before it, since a monitor begins with these keys. */
function makeKeys(stage: Stage): string {
  const file = path.join(stage.folder, 'keyring');
  const all = 'allow *';
  const accounts: [name: string, caps: Record<string, string>][] = [
    ['mon.', { mon: all }],
    ['client.admin', { mon: all, osd: all, mgr: all }],
    ['osd.0', { mon: 'allow profile osd', osd: all }],
  ];
  for (const [name, caps] of accounts)
    run('ceph-authtool', [
      file,
      ...(existsSync(file) ? [] : ['--create-keyring']),
      '--gen-key',
      '-n',
      name,
      ...Object.entries(caps).flatMap(([service, cap]) => ['--cap', service, cap]),
    ]);
  return file;
}

async function startCluster(stage: Stage): Promise<{ daemon: Daemon; endpoint: string }> {
  const places = { cluster: randomUUID(), monitor: await freePort(), gateway: await freePort() };
  const config = stage.write('ceph.conf', configuration(stage, places));
  const keyring = makeKeys(stage);
  const map = path.join(stage.folder, 'monmap');
  const address = `127.0.0.1:${places.monitor}`;
  run('monmaptool', ['--create', '--add', 'a', address, '--fsid', places.cluster, map]);
  run('ceph-mon', ['-c', config, '--mkfs', '-i', 'a', '--monmap', map, '--keyring', keyring]);
  const ceph = (...args: string[]) => run('timeout', ['20', 'ceph', '-c', config, ...args]);
  await stage.start({
    command: 'ceph-mon',
    args: ['-c', config, '-i', 'a', '-f'],
    isReady: async () => ceph('mon', 'stat').includes('quorum'),
  });
  const id = randomUUID();
  ceph('osd', 'create', id);
  run('ceph-osd', ['-c', config, '-i', '0', '--mkfs', '--osd-uuid', id]);
  await stage.start({
    command: 'ceph-osd',
    args: ['-c', config, '-i', '0', '-f'],
    isReady: async () => ceph('osd', 'stat').includes(' 1 up'),
  });
  const endpoint = `http://127.0.0.1:${places.gateway}`;
  const daemon = await stage.start({
    command: 'radosgw',
    args: ['-c', config, '-n', 'client.admin', '-f'],
    isReady: async () => (await fetch(endpoint)).status === 200,
  });
  const account = [
    '--uid',
    'heddle',
    '--display-name',
    'Heddle',
    '--access-key',
    keys.access,
    '--secret-key',
    keys.secret,
  ];
  run('radosgw-admin', ['-c', config, 'user', 'create', ...account]);
  await makeBucket(endpoint);
  return { daemon, endpoint };
}

async function makeBucket(endpoint: string): Promise<void> {
  const { CreateBucketCommand, S3Client } = await import('@aws-sdk/client-s3');
  const credentials = { accessKeyId: keys.access, secretAccessKey: keys.secret };
  const client = new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true, credentials });
  await client.send(new CreateBucketCommand({ Bucket: bucket }));
  client.destroy();
}

const settings = (endpoint: string, secret = keys.secret): string => `
s3_bucket = "${bucket}"
s3_endpoint = "${endpoint}"
s3_path_style = "on"
s3_access_key_id = "${keys.access}"
s3_secret_access_key = "${secret}"
backup_to = "s3://${bucket}/vault"
`;

export const ceph: Counterpart = {
  title: 'Ceph radosgw',
  packages: ['radosgw', 'ceph-mon', 'ceph-osd', 'ceph-common'],
  async prove(stage) {
    const { daemon, endpoint } = await startCluster(stage);
    const server = await HeddleServer.start(stage, settings(endpoint));
    await use(stage, server);
    await fail(stage, server, daemon);
    await stage.check('A wrong secret is named by the doctor', async () => {
      await server.restart(settings(endpoint, 'wrong'));
      await server.expectFinding('files', 'problem', /s3_secret_access_key/);
    });
  },
};

/** @returns the path, or the response that refuses it */
async function upload(server: HeddleServer, name: string, content: Uint8Array<ArrayBuffer>) {
  const form = new FormData();
  form.append('file', new Blob([content]), name);
  const response = await fetch(`${server.url}/api/v1/user_uploads`, {
    method: 'POST',
    body: form,
    headers: { authorization: basicAuthorization(server.owner) },
  });
  const { url } = (await response.json()) as { url?: string };
  return { status: response.status, url };
}

/** @param range Of bytes, as HTTP has it */
async function download(server: HeddleServer, url: string, range?: string): Promise<Buffer> {
  const { json } = await server.as().get(url);
  const headers = range === undefined ? {} : { range: `bytes=${range}` };
  const response = await fetch(new URL(String(json.url), server.url), { headers });
  assert.equal(response.status, range === undefined ? 200 : 206);
  return Buffer.from(await response.arrayBuffer());
}

async function use(stage: Stage, server: HeddleServer): Promise<void> {
  await stage.check(
    'Files of one byte to 24 MB come back as they were, also parts, and with names in other scripts',
    async () => {
      for (const [name, size] of [
        ['thread.bin', 1],
        ['Webstühle und 織機.bin', 100_000],
        ['large.bin', 24 * 1024 * 1024],
      ] as const) {
        const content = randomBytes(size);
        const { status, url } = await upload(server, name, content);
        assert.ok(status === 200 && url !== undefined, name);
        assert.ok((await download(server, url)).equals(content), name);
        if (size > 1)
          assert.ok((await download(server, url, '10-19')).equals(content.subarray(10, 20)), name);
      }
      await server.expectFinding('files', 'ok');
    },
  );
  await stage.check('A backup into the bucket is verified there, and read from there', async () => {
    const archive = `s3://${bucket}/vault/monday.heddle`;
    for (const args of [
      ['backup', archive],
      ['verify', archive],
    ]) {
      const { code, stderr } = await server.run(...args);
      assert.equal(code, 0, stderr);
    }
    await server.expectFinding('backups', 'ok');
  });
}

async function fail(stage: Stage, server: HeddleServer, daemon: Daemon): Promise<void> {
  const refused = async () => {
    const begun = performance.now();
    const { status } = await upload(server, 'lost.bin', randomBytes(10));
    assert.equal(status, 503);
    const seconds = (performance.now() - begun) / 1000;
    assert.ok(seconds < 20, `it took ${seconds} seconds`);
    assert.ok((await server.health('/readyz')).json.services?.files);
    await server.expectFinding('files', 'problem');
  };
  const works = async () => {
    const content = randomBytes(1000);
    const { status, url } = await upload(server, 'found.bin', content);
    assert.ok(status === 200 && url !== undefined, String(status));
    assert.ok((await download(server, url)).equals(content));
  };
  await stage.check(
    'Stopped: uploads are refused with 503, /readyz and the doctor name it; started again: they work',
    async () => {
      await daemon.stop();
      await refused();
      await daemon.start();
      await works();
    },
  );
  await stage.check('Frozen: the same within twenty seconds; thawed: uploads work', async () => {
    daemon.freeze();
    await refused();
    daemon.thaw();
    await works();
  });
  daemon.thaw();
}
