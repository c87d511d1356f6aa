import assert from 'node:assert/strict';
import { test } from 'node:test';
import { localServer } from '../../../../tests/support/services/local-server.ts';
import { addressGuard } from './addresses.ts';
import { FetchRefused, guardedFetch, guardedRead, isCallable, type GuardedRequest } from './guarded-fetch.ts';
import { isIn, limitedNetwork, parseNetworks } from './networks.ts';

const here: GuardedRequest = { method: 'GET', reachable: '127.0.0.0/8' };

const refused = (address: string, asked: GuardedRequest, why: RegExp) =>
  assert.rejects(guardedFetch(address, asked), (error) => {
    assert.ok(error instanceof FetchRefused, String(error));
    assert.match(error.message, why);
    return true;
  });

test('Public addresses are allowed, and all others are refused', () => {
  const isOpen = addressGuard();
  for (const address of ['1.1.1.1', '93.184.216.34', '2606:4700:4700::1111', '172.32.0.1', '100.128.0.1'])
    assert.ok(isOpen(address), address);
  const closed = [
    '127.0.0.1',
    '127.8.9.1',
    '0.0.0.0',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '198.18.0.1',
    '192.0.2.1',
    '::1',
    '::',
    'fd00::1',
    'fe80::1',
    'ff02::1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::127.0.0.1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001::1',
    '2001:db8::1',
    'fd00:ec2::254',
    'localhost',
    '',
  ];
  for (const address of closed) assert.ok(!isOpen(address), address);
});

test('Addresses in configured networks are allowed, and no others', () => {
  const isOpen = addressGuard('10.1.0.0/16, 192.168.7.7, fd12::/16');
  for (const address of ['10.1.2.3', '192.168.7.7', 'fd12::1']) assert.ok(isOpen(address), address);
  for (const address of ['10.2.0.1', '192.168.7.8', 'fd13::1', '127.0.0.1'])
    assert.ok(!isOpen(address), address);
});

test('Only http and https URLs without a password are allowed', () => {
  for (const url of ['http://example.com', 'https://example.com:8443/a?b', 'http://[2606:4700::1]/'])
    assert.ok(isCallable(url), url);
  for (const url of [
    'file:///etc/passwd',
    'gopher://a',
    'ftp://a',
    'javascript:1',
    'a',
    '',
    '//a',
    'http://',
  ])
    assert.ok(!isCallable(url), url);
  for (const url of ['http://a@b', 'http://a:b@c', 'http://example.com@127.0.0.1/'])
    assert.ok(!isCallable(url), url);
});

test('A guarded request never reaches this machine or network, in any notation', async (t) => {
  let calls = 0;
  const { port } = await localServer(t, (_, response) => {
    calls++;
    response.end('secret');
  });
  for (const host of ['127.0.0.1', '2130706433', '0x7f000001', '0177.0.0.1', '127.1', '0', '[::1]'])
    await refused(`http://${host}:${port}/`, { method: 'GET' }, /not a public one/);
  await refused(`http://[::ffff:127.0.0.1]:${port}/`, { method: 'GET' }, /not a public one/);
  await refused(`http://localhost:${port}/`, { method: 'GET' }, /not a public one/);
  assert.equal(calls, 0);
});

test('A guarded request returns status and text, also for an allowed private name', async (t) => {
  const { port } = await localServer(t, (request, response) => {
    response.writeHead(201).end(`${request.method} ${request.headers['accept-encoding']} ü`);
  });
  const both = { ...here, reachable: '127.0.0.0/8, ::1' };
  const reply = await guardedFetch(`http://localhost:${port}/`, both).catch(() =>
    // Where the name means IPv6 first and nothing listens there.
    guardedFetch(`http://127.0.0.1:${port}/`, both),
  );
  assert.deepEqual([reply.status, reply.text], [201, 'GET identity ü']);
});

test('A redirect is checked like the first URL, and followed up to three times', async (t) => {
  const { url } = await localServer(t, (request, response) => {
    const left = Number(request.url?.slice(1));
    if (request.url === '/away') response.writeHead(302, { location: 'http://10.0.0.1/' }).end();
    else if (request.url === '/file') response.writeHead(302, { location: 'file:///etc/passwd' }).end();
    else if (left > 0) response.writeHead(302, { location: `/${left - 1}` }).end();
    else response.end('there');
  });
  assert.equal((await guardedFetch(`${url}/3`, here)).text, 'there');
  await refused(`${url}/4`, here, /redirects more than 3 times/);
  await refused(`${url}/away`, here, /not a public one/);
  await refused(`${url}/file`, here, /Only http and https/);
});

test('A redirect repeats the body only for statuses that require it', async (t) => {
  const seen: string[] = [];
  const { url } = await localServer(t, (request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      seen.push(`${request.method} ${request.url} ${body}`);
      const status = Number(request.url?.slice(1));
      if (status > 0) response.writeHead(status, { location: '/' }).end();
      else response.end();
    });
  });
  const post = { ...here, method: 'POST', body: 'x' } as const;
  await guardedFetch(`${url}/302`, post);
  await guardedFetch(`${url}/307`, post);
  assert.deepEqual(seen, ['POST /302 x', 'GET / ', 'POST /307 x', 'POST / x']);
});

test('A guarded response is limited in size and time, and never decompressed', async (t) => {
  const { url } = await localServer(t, (request, response) => {
    if (request.url === '/large') response.end('x'.repeat(1001));
    else if (request.url === '/packed') response.writeHead(200, { 'content-encoding': 'gzip' }).end('x');
    else if (request.url === '/endless') response.write('x');
  });
  await refused(`${url}/large`, { ...here, largestBytes: 1000 }, /larger than 1000 bytes/);
  await refused(`${url}/packed`, here, /compressed/);
  for (const path of ['/silent', '/endless'])
    await refused(url + path, { ...here, timeoutMs: 100 }, /longer than 0.1 seconds/);
});

test('Interim responses are read up to a limit', async (t) => {
  const { url } = await localServer(t, (request, response) => {
    const count = Number(request.url?.slice(1));
    for (let n = 0; n < count; n++) response.writeProcessing();
    if (count <= 20) response.end('done');
  });
  await refused(`${url}/21`, here, /More than 20 interim responses/);
  assert.equal((await guardedFetch(`${url}/20`, here)).text, 'done');
});

test('A missing server is a temporary failure, and a refused address a permanent one', async () => {
  const isPassing = (address: string, asked: GuardedRequest) =>
    guardedFetch(address, asked).then(
      () => assert.fail(),
      (error: unknown) => error instanceof FetchRefused && error.isPassing,
    );
  assert.equal(await isPassing('http://127.0.0.1:1/', here), true);
  assert.equal(await isPassing('http://127.0.0.1:1/', { method: 'GET' }), false);
});

test('The beginning of a large or endless response is read, with where redirects led', async (t) => {
  const { url } = await localServer(t, (request, response) => {
    if (request.url === '/moved') response.writeHead(302, { location: '/large' }).end();
    else if (request.url === '/packed') response.writeHead(200, { 'content-encoding': 'br' }).end('x');
    else response.write('x'.repeat(1500));
  });
  const limits = { ...here, largestBytes: 1000, timeoutMs: 2000 };
  const read = await guardedRead(`${url}/moved`, limits, () => true);
  assert.deepEqual([read.status, read.url, read.body.length], [200, `${url}/large`, 1000]);
  assert.equal((await guardedRead(`${url}/large`, limits, () => false)).body.length, 0);
  await assert.rejects(
    guardedRead(`${url}/packed`, limits, () => true),
    /compressed/,
  );
  const slow = { ...here, largestBytes: 10_000, timeoutMs: 100 };
  await assert.rejects(
    guardedRead(`${url}/large`, slow, () => true),
    /longer than 0.1 seconds/,
  );
});

test('A rate limit counts an IPv6 /64 as one address in any notation, and IPv4 addresses individually', () => {
  const one = '2001:db8:0:7::/64';
  for (const ip of ['2001:db8:0:7::1', '2001:db8:0:7:aaaa:bbbb:cccc:dddd', '2001:0DB8::7:0:0:0:2'])
    assert.equal(limitedNetwork(ip), one, ip);
  assert.equal(limitedNetwork('2001:db8::1'), limitedNetwork('2001:db8::2:0:0:5'));
  assert.notEqual(limitedNetwork('2001:db8:0:8::1'), one);
  assert.equal(limitedNetwork('fe80::1%eth0'), 'fe80:0:0:0::/64');
  assert.equal(limitedNetwork('::1'), '0:0:0:0::/64');
  for (const ip of ['192.0.2.7', '::ffff:192.0.2.7', '::ffff:c000:207'])
    assert.equal(limitedNetwork(ip), '192.0.2.7', ip);
});

test('A network list matches IPv4, IPv6 and IPv4 mapped into IPv6', () => {
  const list = parseNetworks('127.0.0.1, 10.0.0.0/8,fd00::/8');
  for (const ip of ['127.0.0.1', '::ffff:127.0.0.1', '10.9.8.7', 'fd12::1']) assert.ok(isIn(list, ip), ip);
  for (const ip of ['127.0.0.2', '11.0.0.1', 'fe80::1', '', 'localhost', undefined])
    assert.ok(!isIn(list, ip), String(ip));
});

test('An invalid network list is refused, naming the invalid part', () => {
  for (const part of ['1.2.3', '10.0.0.0/33', '::/129', '10.0.0.0/', '10.0.0.0/8/8', 'all', '', '1.2.3.4/-1'])
    assert.throws(
      () => parseNetworks(`127.0.0.1,${part}`),
      (error: Error) => error.message.includes(JSON.stringify(part)),
      part,
    );
});
