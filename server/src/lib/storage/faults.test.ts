import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileFault } from './faults.ts';

test('Too many open files refuse a request like a busy database, and the log says which limit to raise', () => {
  for (const [code, remedy] of [
    ['EMFILE', /LimitNOFILE/],
    ['ENFILE', /fs\.file-max/],
    ['ENOSPC', /disk space/],
  ] as const) {
    const fault = fileFault(Object.assign(new Error(code), { code, syscall: 'open' }));
    assert.match(fault?.remedy ?? '', remedy);
    assert.equal(fault?.kind, code === 'ENOSPC' ? 'disk_full' : 'busy');
  }
});
