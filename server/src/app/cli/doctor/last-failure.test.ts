import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withLastFailure } from './services.ts';

const at = Date.UTC(2026, 10, 29, 10);
const failure = { name: 'mail', isOk: true, at, reason: 'Connection timeout' };
const fine = { name: 'mail', state: 'ok', text: 'mail.example.com accepts the sign-in' } as const;

test('The doctor shows the last failure of a service and its time', () => {
  const text = `${fine.text}. The server failed with it last at 2026-11-29T10:00:00.000Z: Connection timeout`;
  assert.deepEqual(withLastFailure(fine, [failure]), { ...fine, text });
});

test('A service that responds to the doctor and not to the server is a warning', () => {
  assert.equal(withLastFailure(fine, [{ ...failure, isOk: false }]).state, 'warning');
  const problem = { ...fine, state: 'problem' } as const;
  assert.equal(withLastFailure(problem, [{ ...failure, isOk: false }]).state, 'problem');
});

test('Other services, and a server that says nothing of them, change nothing', () => {
  for (const failures of [[{ ...failure, name: 'ldap' }], [], undefined, [null], [{ name: 'mail' }]])
    assert.deepEqual(withLastFailure(fine, failures), fine);
});
