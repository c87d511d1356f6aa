/** HAProxy in front of nodes, which finds out by itself which of them are up. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../support/services/free-port.ts';
import { until } from '../support/until.ts';
import type { Front } from './nodes.ts';

const configuration = (port: number, nodes: readonly number[]): string => `
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
  option httpchk GET /readyz
  default-server check inter 200ms fall 2 rise 1 on-marked-down shutdown-sessions
${nodes.map((node, i) => `  server node${i} 127.0.0.1:${node}`).join('\n')}
`;

export async function startHaproxy(nodes: readonly number[]): Promise<Front> {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-haproxy-'));
  const path = join(folder, 'haproxy.cfg');
  const port = await freePort();
  writeFileSync(path, configuration(port, nodes));
  const child = spawn('haproxy', ['-db', '-f', path], { stdio: 'ignore' });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const url = `http://127.0.0.1:${port}`;
  const isUp = async () => (await fetch(`${url}/readyz`).catch(() => null))?.status === 200;
  return {
    url,
    takeOut: () => undefined,
    takeIn: () => until('HAProxy finds a node', isUp),
    async close() {
      child.kill();
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}
