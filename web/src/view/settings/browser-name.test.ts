import assert from 'node:assert/strict';
import test from 'node:test';
import { browserName } from './browser-name.ts';

test('a browser is named with its system', () => {
  const edge = 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/130.0 Safari/537.36 Edg/130.0';
  assert.equal(browserName(edge), 'Edge · Windows');
  assert.equal(
    browserName('Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'),
    'Firefox · Linux',
  );
});

test('what is no browser is called what it calls itself', () => {
  assert.equal(browserName('curl/8.14'), 'curl/8.14');
});
