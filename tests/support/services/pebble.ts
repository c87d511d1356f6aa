/** Pebble, a certificate authority (ACME) for tests, and the DNS server that it asks. Debian's package has both. */
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { certify, hasOpenssl, makeAuthority } from './certificates.ts';
import { freePort } from './free-port.ts';
import { undoAfter, type Lifetime } from '../undo.ts';
import { until } from '../until.ts';

const [program, dnsProgram] = ['/usr/bin/pebble', '/usr/bin/pebble-challtestsrv'];

export const hasPebble = existsSync(program) && existsSync(dnsProgram) && hasOpenssl;

export interface Pebble {
  directory: string;
  /** The authority (PEM file) of the connection to Pebble. */
  caFile: string;
  /** Where it fetches the responses to challenges, of any host name. */
  httpPort: number;
  /** The root (PEM) of the certificates that it issues; another one after each start. */
  root(): Promise<string>;
  /** Makes host names unresolvable. */
  loseName(host: string): Promise<void>;
  findName(host: string): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
  freeze(): void;
  thaw(): void;
}

/** One nonce of five is refused, as clients must expect. */
const environment = { ...process.env, PEBBLE_VA_NOSLEEP: '1', PEBBLE_WFE_NONCEREJECT: '20' };

export async function makePebble(t: Lifetime): Promise<Pebble> {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-pebble-'));
  undoAfter(t, () => rmSync(folder, { recursive: true, force: true }));
  const authority = makeAuthority(folder, 'authority');
  const { certificate, key } = certify(folder, authority, 'localhost');
  const [port, management, httpPort, tlsPort, dnsPort, dnsManagement] = [
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
  ];
  const config = join(folder, 'pebble.json');
  const addresses = {
    listenAddress: `127.0.0.1:${port}`,
    managementListenAddress: `127.0.0.1:${management}`,
  };
  writeFileSync(
    config,
    JSON.stringify({ pebble: { ...addresses, certificate, privateKey: key, httpPort, tlsPort } }),
  );
  const off = ['-http01', '', '-https01', '', '-tlsalpn01', '', '-defaultIPv6', ''];
  const dns = spawn(
    dnsProgram,
    [...off, '-dns01', `127.0.0.1:${dnsPort}`, '-management', `127.0.0.1:${dnsManagement}`],
    { stdio: 'ignore' },
  );
  undoAfter(t, () => end(dns));
  const post = async (what: string, host: string) => {
    const body = JSON.stringify({ host });
    await fetch(`http://127.0.0.1:${dnsManagement}/${what}`, { method: 'POST', body });
  };
  const directory = `https://localhost:${port}/dir`;
  const ca = readFileSync(authority.certificate, 'utf8');
  let child: ChildProcess | undefined;
  const stop = async () => {
    if (child) await end(child);
    child = undefined;
  };
  undoAfter(t, stop);
  const pebble: Pebble = {
    directory,
    caFile: authority.certificate,
    httpPort,
    root: () => get(`https://localhost:${management}/roots/0`, ca),
    loseName: (host) => post('set-servfail', host),
    findName: (host) => post('clear-servfail', host),
    async start() {
      const given = ['-config', config, '-dnsserver', `127.0.0.1:${dnsPort}`];
      child = spawn(program, given, { env: environment, stdio: 'ignore' });
      await until('Pebble responds', () => isUp(directory, ca));
    },
    stop,
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
  };
  await pebble.start();
  return pebble;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill();
  await ended;
}

const isUp = (url: string, ca: string): Promise<boolean> =>
  get(url, ca).then(
    () => true,
    () => false,
  );

function get(url: string, ca: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const sent = request(url, { ca, agent: false }, (response) => {
    let text = '';
    response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    response.on('end', () => resolve(text));
  });
  sent.once('error', reject).end();
  return promise;
}
