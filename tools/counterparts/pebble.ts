/** Pebble, the certificate authority (ACME) that Let's Encrypt has for tests, which refuses one nonce of five. */
import assert from 'node:assert/strict';
import { connect } from 'node:tls';
import { Child } from '../../tests/support/process/child.ts';
import { freePort } from '../../tests/support/services/free-port.ts';
import { makePebble, type Pebble } from '../../tests/support/services/pebble.ts';
import { until } from '../../tests/support/until.ts';
import type { Counterpart, Stage } from './frame.ts';

const host = 'chat.example.test';

export const pebble: Counterpart = {
  title: 'Pebble',
  packages: ['pebble', 'openssl'],
  async prove(stage) {
    const authority = await makePebble({ after: (end) => stage.undo(end) });
    const server = await SecureServer.start(stage, authority);
    await fail(stage, authority, server);
  },
};

const asArguments = (flags: Readonly<Record<string, string>>): string[] =>
  Object.entries(flags).flatMap(([name, value]) => [`--${name}`, value]);

async function addOrganization(folder: string, subdomain: string): Promise<void> {
  const flags = {
    name: 'Weavers',
    subdomain,
    'owner-name': 'Ada',
    'owner-email': 'ada@example.com',
    'owner-password': 'the canary sings at noon',
    data: folder,
  };
  const { code, stderr } = await new Child(['organization', 'create', '--empty', ...asArguments(flags)])
    .ended;
  assert.equal(code, 0, stderr);
}

/** Heddle that obtains its certificates by itself, with two organizations. */
class SecureServer {
  readonly #folder: string;
  readonly #args: readonly string[];
  readonly #port: number;
  #child: Child;

  private constructor(folder: string, args: readonly string[], port: number) {
    this.#folder = folder;
    this.#args = args;
    this.#port = port;
    this.#child = new Child(args);
  }

  static async start(stage: Stage, { directory, caFile, httpPort }: Pebble): Promise<SecureServer> {
    const folder = stage.makeFolder('data');
    const port = await freePort();
    const flags = {
      data: folder,
      port: String(port),
      'base-url': `https://${host}`,
      'acme-email': 'ada@example.com',
      'acme-directory': directory,
      'acme-ca-file': caFile,
      'http-port': String(httpPort),
    };
    await addOrganization(folder, '');
    const server = new SecureServer(folder, ['serve', ...asArguments(flags)], port);
    stage.undo(() => server.end('SIGKILL'));
    return server;
  }

  async end(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    this.#child.process.kill(signal);
    await this.#child.ended;
  }

  async restart(): Promise<void> {
    await this.end();
    this.#child = new Child(this.#args);
  }

  get #said(): string {
    return this.#child.stdout + this.#child.stderr;
  }

  addOrganization(subdomain: string): Promise<void> {
    return addOrganization(this.#folder, subdomain);
  }

  /** The name on the certificate that clients of a host name get, and who issued it. */
  shown(name: string): Promise<{ name: string; issuer: string } | undefined> {
    const { promise, resolve } = Promise.withResolvers<{ name: string; issuer: string } | undefined>();
    const options = { port: this.#port, host: '127.0.0.1', rejectUnauthorized: false, servername: name };
    const socket = connect(options, () => {
      const { subjectaltname, issuer } = socket.getPeerCertificate();
      resolve({ name: subjectaltname ?? '', issuer: String(issuer.CN) });
      socket.destroy();
    });
    socket.once('error', () => resolve(undefined));
    return promise;
  }

  async waitFor(name: string): Promise<void> {
    await patiently(
      `a certificate for ${name}`,
      async () => (await this.shown(name))?.name === `DNS:${name}`,
    );
  }

  async waitForFailure(): Promise<void> {
    await patiently('the failure', () => this.#said.includes('obtaining a certificate failed'));
  }

  async expectFinding(state: string, text: RegExp): Promise<void> {
    const { stdout, stderr } = await new Child(['doctor', '--json', '--data', this.#folder]).ended;
    assert.ok(stdout.startsWith('{'), stderr);
    const { findings } = JSON.parse(stdout) as { findings: { name: string; state: string; text: string }[] };
    const found = findings.find(({ name }) => name === 'TLS');
    assert.ok(found, stdout);
    assert.match(found.text, text);
    assert.equal(found.state, state, found.text);
  }
}

/** A failed attempt is repeated a minute later at the earliest, by a timer of a minute. */
async function patiently(what: string, isSo: () => unknown): Promise<void> {
  for (let tries = 1; tries < 6; tries++)
    if (
      await until(what, isSo, 200).then(
        () => true,
        () => false,
      )
    )
      return;
  await until(what, isSo, 200);
}

async function fail(stage: Stage, authority: Pebble, server: SecureServer): Promise<void> {
  await stage.check('A certificate is obtained and served, though one nonce of five is refused', async () => {
    await server.waitFor(host);
    await server.expectFinding('ok', new RegExp(`${host} until`));
  });
  await stage.check(
    'A name that cannot be resolved is named by the doctor, and gets its certificate later',
    async () => {
      await authority.loseName(`lost.${host}`);
      await server.addOrganization('lost');
      await server.waitForFailure();
      await server.expectFinding('problem', new RegExp(`lost\\.${host}.*Check its A and AAAA records`));
      await authority.findName(`lost.${host}`);
      await server.waitFor(`lost.${host}`);
    },
  );
  await stage.check(
    'Stopped: the certificate is kept over a restart, and the doctor says why another is missing',
    async () => {
      const { issuer } = (await server.shown(host)) ?? {};
      await authority.stop();
      await server.addOrganization('second');
      await server.restart();
      await server.waitFor(host);
      assert.equal((await server.shown(host))?.issuer, issuer);
      await server.waitForFailure();
      await server.expectFinding('problem', /second.*cannot be reached: ECONNREFUSED/);
    },
  );
  await stage.check('Started again without the account that it knew: the certificate comes', async () => {
    await authority.start();
    await server.waitFor(`second.${host}`);
    await server.expectFinding('ok', new RegExp(`second\\.${host} until`));
  });
  await stage.check(
    'Frozen: the server serves, and the doctor says why; thawed: the certificate comes',
    async () => {
      authority.freeze();
      await server.addOrganization('third');
      await server.restart();
      await server.waitFor(host);
      await server.waitForFailure();
      await server.expectFinding('problem', /third/);
      authority.thaw();
      await server.waitFor(`third.${host}`);
    },
  );
}
