import assert from 'node:assert/strict';
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { request as requestPlain, type ClientRequest } from 'node:http';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test, type TestContext } from 'node:test';
import { connect, type PeerCertificate } from 'node:tls';
import { declareNotRun } from '../../../../tests/support/checks/not-run.ts';
import { certify, hasOpenssl, makeAuthority } from '../../../../tests/support/services/certificates.ts';
import { freePort } from '../../../../tests/support/services/free-port.ts';
import { keepLog } from '../../../../tests/support/log.ts';
import { hasPebble, makePebble, type Pebble } from '../../../../tests/support/services/pebble.ts';
import { undoAfter } from '../../../../tests/support/undo.ts';
import { until } from '../../../../tests/support/until.ts';
import { runAdmin } from '../cli/admin.ts';
import { checkTls } from '../cli/doctor/tls.ts';
import { loadConfig } from '../../lib/config/config.ts';
import { startServer } from '../start/serve.ts';
import { tlsCertificates } from './open-tls.ts';

const host = 'chat.example.test';

function makeFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-tls-'));
  undoAfter(t, () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function start(t: TestContext, data: string, settings: Record<string, string>) {
  const port = await freePort();
  const flags = { data, port: String(port), baseUrl: `https://${host}`, ...settings };
  const config = loadConfig(flags, {});
  const kept = keepLog();
  const running = await startServer({ config, log: kept.log });
  let stopped: Promise<void> | undefined;
  const stop = () => (stopped ??= running.stop());
  undoAfter(t, stop);
  const { app } = running;
  return { ...kept, app, config, port, certificates: tlsCertificates(app), stop };
}

const withAcme = (pebble: Pebble) => ({
  acmeEmail: 'ada@example.com',
  acmeDirectory: pebble.directory,
  acmeCaFile: pebble.caFile,
  httpPort: String(pebble.httpPort),
});

interface Response {
  status: number;
  location: string | undefined;
  text: string;
}

const requestOptions = (port: number, name: string, path: string) => ({
  host: '127.0.0.1',
  port,
  path,
  headers: { host: name },
  agent: false,
});

function collect(sent: ClientRequest): Promise<Response> {
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  sent.once('response', (response) => {
    let text = '';
    response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    const { statusCode: status = 0, headers } = response;
    response.on('end', () => resolve({ status, location: headers.location, text }));
  });
  sent.once('error', reject).end();
  return promise;
}

const getPlain = (port: number, name: string, path: string) =>
  collect(requestPlain(requestOptions(port, name, path)));
const getSecure = (port: number, name: string, path: string, ca: string) =>
  collect(request({ ...requestOptions(port, name, path), servername: name, ca }));

/** What a client is shown that asks for this name, or for none. */
function shownAt(port: number, servername?: string): Promise<PeerCertificate> {
  const { promise, resolve, reject } = Promise.withResolvers<PeerCertificate>();
  const given = servername === undefined ? {} : { servername };
  const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false, ...given }, () => {
    resolve(socket.getPeerCertificate());
    socket.destroy();
  });
  socket.once('error', reject);
  return promise;
}

const organization = (app: Parameters<typeof runAdmin>[0], subdomain: string) =>
  runAdmin(app, 'org-create', {
    name: 'Weavers',
    subdomain,
    ownerEmail: 'ada@example.com',
    ownerName: 'Ada',
    ownerPassword: 'the canary sings at noon',
  });

if (hasPebble)
  describe('Certificates by ACME', () => {
    test('A server obtains a certificate, serves its clients with it, and redirects http to https', async (t) => {
      const [pebble, data] = [await makePebble(t), makeFolder(t)];
      const { port, certificates } = await start(t, data, withAcme(pebble));
      await until('there is a certificate', () => certificates.has(host));
      const root = await pebble.root();
      const secure = await getSecure(port, host, '/livez', root);
      assert.equal(secure.status, 200);
      const plain = await getPlain(pebble.httpPort, `${host}:${pebble.httpPort}`, '/login/?next=%2F');
      assert.deepEqual([plain.status, plain.location], [308, `https://${host}/login/?next=%2F`]);
      const foreign = await getPlain(pebble.httpPort, 'evil.example.com', '/');
      assert.deepEqual([foreign.status, foreign.location], [404, undefined]);
      const challenge = await getPlain(pebble.httpPort, host, '/.well-known/acme-challenge/guess');
      assert.equal(challenge.status, 404);
      await until('clients without SNI are shown it', async () =>
        (await shownAt(port).catch(() => null))?.subjectaltname?.includes(host),
      );
      assert.equal(statSync(join(data, 'tls', `${host}.pem`)).mode & 0o777, 0o600);
    });

    test('A restart keeps the certificate, and it is renewed when a third of its time is left', async (t) => {
      const [pebble, data] = [await makePebble(t), makeFolder(t)];
      const first = await start(t, data, withAcme(pebble));
      await until('there is a certificate', () => first.certificates.has(host));
      const kept = readFileSync(join(data, 'tls', `${host}.pem`), 'utf8');
      await first.stop();
      const { certificates, port } = await start(t, data, withAcme(pebble));
      await certificates.runDue();
      assert.equal(readFileSync(join(data, 'tls', `${host}.pem`), 'utf8'), kept);
      const before = await shownAt(port, host);
      const length = Date.parse(before.valid_to) - Date.parse(before.valid_from);
      await certificates.runDue(Date.parse(before.valid_from) + length * 0.66);
      assert.equal((await shownAt(port, host)).serialNumber, before.serialNumber);
      await certificates.runDue(Date.parse(before.valid_from) + length * 0.67);
      assert.notEqual((await shownAt(port, host)).serialNumber, before.serialNumber);
      assert.equal((await getSecure(port, host, '/livez', await pebble.root())).status, 200);
    });

    test('Each organization has its own certificate, and a name that fails does not delay the others', async (t) => {
      const pebble = await makePebble(t);
      await pebble.loseName(`lost.${host}`);
      const server = await start(t, makeFolder(t), withAcme(pebble));
      const { app, certificates, port } = server;
      for (const subdomain of ['', 'lost', 'second']) await organization(app, subdomain);
      const now = Date.now();
      await certificates.runDue(now);
      for (const name of [host, `second.${host}`])
        assert.match((await shownAt(port, name)).subjectaltname ?? '', new RegExp(`^DNS:${name}$`));
      assert.equal(certificates.has(`lost.${host}`), false);
      const failed = await getPlain(pebble.httpPort, `lost.${host}`, '/');
      assert.equal(failed.status, 503);
      const [line] = server.saying('obtaining a certificate failed');
      assert.equal(line?.host, `lost.${host}`);
      assert.match(String(line.error), /Check its A and AAAA records/);
      const problem = await checkTls(server.config, true);
      assert.equal(problem.state, 'problem');
      assert.match(problem.text, new RegExp(`lost\\.${host}.*Check its A and AAAA records`));
      await pebble.findName(`lost.${host}`);
      await certificates.runDue(now + 59_000);
      assert.equal(certificates.has(`lost.${host}`), false);
      await certificates.runDue(now + 60_000);
      assert.equal(certificates.has(`lost.${host}`), true);
      assert.equal((await checkTls(server.config, true)).state, 'ok');
    });

    test('A server starts without its authority, says why it has no certificate, and gets one later', async (t) => {
      const pebble = await makePebble(t);
      await pebble.stop();
      const server = await start(t, makeFolder(t), withAcme(pebble));
      const { certificates, port } = server;
      const now = Date.now();
      await certificates.runDue(now);
      const [line] = server.saying('obtaining a certificate failed');
      assert.match(String(line?.error), /localhost:\d+ cannot be reached: ECONNREFUSED/);
      await assert.rejects(shownAt(port, host));
      assert.equal((await getPlain(pebble.httpPort, host, '/')).status, 503);
      await pebble.start();
      await certificates.runDue(now + 600_000);
      assert.match((await shownAt(port, host)).subjectaltname ?? '', new RegExp(host));
      assert.equal(certificates.failures, 1);
    });

    test('A certificate that cannot be stored is served, and not asked for again', async (t) => {
      const [pebble, data] = [await makePebble(t), makeFolder(t)];
      writeFileSync(join(data, 'tls'), 'in the place of the folder');
      const { certificates, port, saying } = await start(t, data, withAcme(pebble));
      await until('there is a certificate', () => certificates.has(host));
      const before = await shownAt(port, host);
      assert.match(before.subjectaltname ?? '', new RegExp(host));
      await certificates.runDue(Date.now() + 3600_000);
      assert.equal((await shownAt(port, host)).serialNumber, before.serialNumber);
      assert.equal(saying(/^a certificate could not be stored/).length, 1);
    });

    test('After a failed renewal the server keeps serving the previous certificate', async (t) => {
      const pebble = await makePebble(t);
      const { certificates, port, saying } = await start(t, makeFolder(t), withAcme(pebble));
      await until('there is a certificate', () => certificates.has(host));
      const before = await shownAt(port, host);
      await pebble.stop();
      await certificates.runDue(Date.parse(before.valid_to) - 1000);
      assert.equal(saying('obtaining a certificate failed').length, 1);
      assert.equal((await shownAt(port, host)).serialNumber, before.serialNumber);
      assert.match(String(certificates.states[0]?.failure), /cannot be reached/);
    });
  });
else declareNotRun('Certificates by ACME', 'pebble or openssl is not installed');

if (hasOpenssl)
  describe('A certificate of files', () => {
    function certified(t: TestContext) {
      const folder = makeFolder(t);
      const authority = makeAuthority(folder, 'authority');
      const files = { tlsCert: join(folder, 'cert.pem'), tlsKey: join(folder, 'key.pem') };
      const put = (which: 'both' | 'certificate' = 'both') => {
        const { certificate, key } = certify(folder, authority, host);
        copyFileSync(certificate, files.tlsCert);
        if (which === 'both') copyFileSync(key, files.tlsKey);
      };
      return { files, put, ca: readFileSync(authority.certificate, 'utf8') };
    }

    test('A renewed certificate is served without a restart', async (t) => {
      const { files, put, ca } = certified(t);
      put();
      const { port, certificates, app } = await start(t, makeFolder(t), files);
      const before = await shownAt(port, host);
      const setup = await getSecure(port, host, '/', ca);
      assert.equal(setup.status, 200);
      put('certificate');
      await certificates.runDue();
      assert.equal((await shownAt(port, host)).serialNumber, before.serialNumber);
      assert.equal((await checkTls(app.config, true)).state, 'problem');
      put();
      await certificates.runDue();
      const after = await shownAt(port, host);
      assert.notEqual(after.serialNumber, before.serialNumber);
      assert.equal(certificates.failures, 1);
      assert.equal(existsSync(join(app.config.data, 'tls')), false);
    });

    test('A certificate and a key that do not fit each other are refused at the start', async (t) => {
      const { files, put } = certified(t);
      put();
      put('certificate');
      await assert.rejects(
        start(t, makeFolder(t), files),
        /tls_cert and tls_key cannot be used: .*key values mismatch/,
      );
      writeFileSync(files.tlsCert, 'no certificate');
      await assert.rejects(start(t, makeFolder(t), files), /tls_cert and tls_key cannot be used/);
      rmSync(files.tlsCert);
      await assert.rejects(start(t, makeFolder(t), files), /tls_cert and tls_key cannot be used: ENOENT/);
    });
  });
else declareNotRun('A certificate of files', 'openssl is not installed');
