import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { configKeys, envName } from '../server/src/lib/config/config-schema.ts';

const read = (name: string) => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');
const suffix = /_(?:bucket|sum|count)$/;

/** docs/monitoring.md lists what the server exports, which a test of the metrics verifies. */
const exported = new Set(
  [...read('docs/monitoring.md').matchAll(/^\| `(\w+)` \|/gm)].map(([, name = '']) => name),
);

for (const file of ['deploy/monitoring/grafana-dashboard.json', 'deploy/monitoring/alerts.yaml'])
  test(`The metrics in ${file} are exported by the server`, () => {
    const names = [...read(file).matchAll(/\b(?:heddle|process)_\w+/g)].map(([name]) => name);
    assert.ok(names.length > 10);
    for (const name of names) assert.ok(exported.has(name) || exported.has(name.replace(suffix, '')), name);
  });

test('Each panel of the dashboard has a title, a query and its own position', () => {
  const { panels } = JSON.parse(read('deploy/monitoring/grafana-dashboard.json')) as {
    panels: { title: string; targets: { expr: string }[]; gridPos: { x: number; y: number } }[];
  };
  for (const { title, targets } of panels) assert.ok(title !== '' && targets.length > 0);
  assert.equal(new Set(panels.map(({ gridPos: { x, y } }) => `${x},${y}`)).size, panels.length);
});

test('The systemd unit gives the service a private data folder and no capabilities', () => {
  const lines = read('deploy/heddle.service').split('\n');
  for (const line of lines) assert.match(line, /^(?:|#.*|\[(?:Unit|Service|Install)\]|[A-Z]\w+=.*)$/);
  for (const line of [
    'User=heddle',
    'StateDirectory=heddle',
    'StateDirectoryMode=0700',
    'CapabilityBoundingSet=',
    'NoNewPrivileges=yes',
    'ProtectSystem=strict',
  ])
    assert.ok(lines.includes(line), line);
});

test('The Compose file for several nodes uses existing settings, and HAProxy checks the readiness of each node', () => {
  const compose = read('deploy/container/compose.scale.yaml');
  const names = [...compose.matchAll(/\bHEDDLE_\w+/g)].map(([name]) => name);
  const known = new Set(configKeys.map(envName));
  assert.ok(names.length > 0);
  assert.deepEqual(
    names.filter((name) => !known.has(name)),
    [],
  );
  const proxy = read('deploy/proxy/haproxy-nodes.cfg');
  assert.match(proxy, /option httpchk GET \/readyz\?stopping=404\n/);
  const nodes = [...compose.matchAll(/^ {2}(node\d):$/gm)].map(([, name = '']) => name);
  assert.equal(nodes.length, 3);
  for (const name of nodes) assert.ok(proxy.includes(`server ${name} ${name}:9991\n`), name);
});

test('Every proxy configuration allows long polls and the largest upload', () => {
  for (const name of ['nginx.conf', 'haproxy.cfg', 'apache.conf', 'Caddyfile', 'traefik.yaml'])
    assert.match(read(`deploy/proxy/${name}`), /127\.0\.0\.1:9991/, name);
  for (const name of ['nginx.conf', 'haproxy.cfg', 'apache.conf'])
    assert.match(read(`deploy/proxy/${name}`), /180/, name);
  for (const name of ['nginx.conf', 'haproxy.cfg', 'apache.conf', 'Caddyfile'])
    assert.match(read(`deploy/proxy/${name}`), /101m|101MiB|105906176/, name);
});
