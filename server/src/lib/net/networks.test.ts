import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isIn, limitedNetwork, parseNetworks } from './networks.ts';

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
