import assert from 'node:assert/strict';
import { hostname } from 'node:os';
import { test } from 'node:test';
import { Hosts } from './hosts.ts';

const subdomains = (hosts: Hosts, names: readonly string[]) => names.map((name) => hosts.getSubdomain(name));

test('With a base URL, only its host, its subdomains, localhost and IP addresses reach the server', () => {
  const hosts = new Hosts({ baseUrl: 'https://chat.example.com:8443', host: '0.0.0.0' });
  assert.deepEqual(
    subdomains(hosts, ['chat.example.com', 'weavers.chat.example.com', 'a.b.chat.example.com']),
    ['', 'weavers', 'a.b'],
  );
  assert.deepEqual(
    subdomains(hosts, ['localhost', '127.0.0.1', '[::1]', '10.1.2.3', '192.0.2.7']),
    Array(5).fill(''),
  );
  for (const name of [
    'evil.example',
    'chat.example.com.evil.example',
    'evilchat.example.com',
    '.chat.example.com',
    hostname(),
    '',
  ])
    assert.equal(hosts.getSubdomain(name), undefined, name);
});

test('Without a base URL, the names and addresses of this machine and of private networks reach the server', () => {
  const hosts = new Hosts({ host: 'chat.office' });
  const machine = hostname().toLowerCase();
  const own = [
    'localhost',
    '127.0.0.1',
    '[::1]',
    '192.168.1.5',
    '10.0.0.1',
    '[fd00::1]',
    '[fe80::1]',
    machine,
  ];
  assert.deepEqual(subdomains(hosts, [...own, 'chat.office']), [...own, ''].fill(''));
  assert.deepEqual(subdomains(hosts, ['weavers.localhost', 'weavers.chat.office']), ['weavers', 'weavers']);
  const foreign = [
    'evil.example',
    '8.8.8.8',
    '[2a00:1450::1]',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    '',
  ];
  assert.deepEqual(
    subdomains(hosts, foreign),
    foreign.map(() => undefined),
  );
});

test('Additional hosts reach the root organization, by their exact names only', () => {
  const hosts = new Hosts({
    baseUrl: 'https://chat.example.com',
    host: '127.0.0.1',
    additionalHosts: 'heddle, Chat.Internal',
  });
  assert.deepEqual(subdomains(hosts, ['heddle', 'chat.internal', 'weavers.heddle']), ['', '', undefined]);
});
