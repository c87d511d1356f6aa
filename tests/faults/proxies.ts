/** HAProxy or nginx in front of nodes, with the files of `deploy/proxy/`, except for addresses and TLS. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { freePort } from '../support/services/free-port.ts';
import { until } from '../support/until.ts';
import type { Front } from './node-faults.ts';
import { pause } from './run.ts';

const shipped = (name: string) =>
  readFileSync(new URL(`../../deploy/proxy/${name}`, import.meta.url), 'utf8');

/** Puts in the place of what a file says. @throws Error when it does not say so */
function replace(file: string, ...pairs: readonly (readonly [RegExp, string])[]): string {
  return pairs.reduce((all, [what, by]) => {
    if (!what.test(all)) throw new Error(`The configuration has nothing like ${String(what)}.`);
    return all.replace(what, () => by);
  }, file);
}

const haproxyFile = (port: number, socket: string, nodes: readonly number[]): string =>
  replace(
    shipped('haproxy-nodes.cfg'),
    [/log stdout .*/, `stats socket ${socket}`],
    [/ {4}log global\n/, ''],
    [/frontend http\n[^]*?\n\n/, ''],
    [/bind :443 .*/, `bind 127.0.0.1:${port}`],
    [/resolvers containers\n.*\n/, ''],
    [/resolvers containers init-addr libc,none/g, ''],
    [/ {4}default-server \n/, ''],
    [/(?: {4}server node\d .*\n?)+/g, nodes.map((at) => `    server node${at} 127.0.0.1:${at}\n`).join('')],
  );

function nginxFile(folder: string, port: number, nodes: readonly number[]): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  const servers = (options: string) => nodes.map((at) => `    server 127.0.0.1:${at} ${options};\n`).join('');
  const site = replace(
    shipped('nginx-nodes.conf'),
    [/(?: {4}server node\d.*fail_timeout=1s;\n)+/, servers('max_fails=1 fail_timeout=1s')],
    [/(?: {4}server node\d.*backup;\n)+/, servers('max_fails=0 backup')],
    [/server \{\n {4}listen 80;[^]*?\n\}\n/, ''],
    [/listen 443 ssl http2;\n.*\n/, `listen 127.0.0.1:${port};\n`],
    [/ {4}ssl_certificate .*\n.*\n/, ''],
    [/access_log .*/, 'access_log off;'],
    [/\$host;/, '$http_host;'],
    [/\$host;/, '$http_host;'],
  );
  return `pid ${folder}/pid; error_log ${folder}/error; events {} http { ${temporary.join(' ')}\n${site}}\n`;
}

/** As CSV, with a line for each server. */
async function readStatistics(path: string): Promise<string> {
  const socket = connect(path).on('error', () => undefined);
  socket.write('show stat\n');
  return text(socket).catch(() => '');
}

interface Program {
  name: string;
  args: string[];
  folder: string;
  url: string;
  takeIn(node: number): Promise<void>;
}

function run({ name, args, folder, url, takeIn }: Program): Front {
  const child = spawn(name, args, { stdio: 'ignore' });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  return {
    url,
    takeOut: () => undefined,
    drain: () => undefined,
    takeIn,
    async close() {
      child.kill();
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}

export async function startHaproxy(nodes: readonly number[]): Promise<Front> {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-haproxy-'));
  const [path, socket, port] = [join(folder, 'haproxy.cfg'), join(folder, 'stats'), await freePort()];
  writeFileSync(path, haproxyFile(port, socket, nodes));
  const isUp = async (node: number) =>
    new RegExp(`^heddle,node${node},.*,UP,`, 'm').test(await readStatistics(socket));
  return run({
    name: 'haproxy',
    args: ['-db', '-f', path],
    folder,
    url: `http://127.0.0.1:${port}`,
    takeIn: (node) => until(`HAProxy finds the node at ${node}`, () => isUp(node)),
  });
}

export async function startNginx(nodes: readonly number[]): Promise<Front> {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-nginx-'));
  const [path, port] = [join(folder, 'nginx.conf'), await freePort()];
  writeFileSync(path, nginxFile(folder, port, nodes));
  const url = `http://127.0.0.1:${port}`;
  const isServing = async () => (await fetch(`${url}/readyz`).catch(() => null))?.status === 200;
  return run({
    name: 'nginx',
    args: ['-c', path, '-g', 'daemon off;'],
    folder,
    url,
    async takeIn() {
      await until('nginx finds a node', isServing);
      // Longer than fail_timeout, for which a node that was stopped is left out.
      await pause(1500);
    },
  });
}
