import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getForeignSite } from './foreign-site.ts';

test('All names below the domain of an owner are one site, and an address is its own', () => {
  const sites: Record<string, string> = {
    'https://loom.example.com/a': 'example.com',
    'https://a.b.c.example.com.:8443/': 'example.com',
    'https://news.example.co.uk/': 'example.co.uk',
    'https://localhost/': 'localhost',
    'http://192.0.2.7/': '192.0.2.7',
    'http://[2001:db8::1]/': '[2001:db8::1]',
    'no address': '',
  };
  for (const [url, site] of Object.entries(sites)) assert.equal(getForeignSite(url), site, url);
});
