import assert from 'node:assert/strict';
import test from 'node:test';
import { browserName } from './browser-name.ts';

test('A browser is named with its operating system', () => {
  const edge = 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/130.0 Safari/537.36 Edg/130.0';
  assert.equal(browserName(edge), 'Edge · Windows');
  assert.equal(
    browserName('Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'),
    'Firefox · Linux',
  );
});

test('An unknown user agent is shown by its own name', () => {
  assert.equal(browserName('curl/8.14'), 'curl/8.14');
});
