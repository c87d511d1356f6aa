/** HAProxy in front of nodes, which finds out by itself which of them are up. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { freePort } from '../support/services/free-port.ts';
import { until } from '../support/until.ts';
import type { Front } from './node-faults.ts';

const configuration = (port: number, socket: string, nodes: readonly number[]): string => `
global
  stats socket ${socket}
defaults
  mode http
  timeout connect 1s
  timeout client 120s
  timeout server 120s
  timeout check 500ms
frontend people
  bind 127.0.0.1:${port}
  default_backend nodes
backend nodes
  balance roundrobin
  option httpchk GET /readyz?stopping=404
  http-check disable-on-404
  default-server check inter 200ms fall 2 rise 1 on-marked-down shutdown-sessions
${nodes.map((node) => `  server node${node} 127.0.0.1:${node}`).join('\n')}
`;

/** As CSV, with a line for each server. */
async function readStatistics(path: string): Promise<string> {
  const socket = connect(path).on('error', () => undefined);
  socket.write('show stat\n');
  return text(socket).catch(() => '');
}

export async function startHaproxy(nodes: readonly number[]): Promise<Front> {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-haproxy-'));
  const path = join(folder, 'haproxy.cfg');
  const port = await freePort();
  const socket = join(folder, 'stats');
  writeFileSync(path, configuration(port, socket, nodes));
  const child = spawn('haproxy', ['-db', '-f', path], { stdio: 'ignore' });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const url = `http://127.0.0.1:${port}`;
  const isUp = async (node: number) =>
    new RegExp(`^nodes,node${node},.*,UP,`, 'm').test(await readStatistics(socket));
  return {
    url,
    takeOut: () => undefined,
    drain: () => undefined,
    takeIn: (node) => until(`HAProxy finds the node at ${node}`, () => isUp(node)),
    async close() {
      child.kill();
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}
