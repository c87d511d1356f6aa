import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import { errorCatalogue } from '../../../../wire/errors/catalogue.ts';
import { failureText } from './failure.ts';
import { errorText } from './errors.ts';
import { setLanguage } from './text.ts';

const taken = {
  message: "User group 'makers {2}' already exists.",
  error: { key: 'groups.name-taken', values: { name: 'makers {2}' } },
};

async function inGerman(check: () => void): Promise<void> {
  await setLanguage('de');
  try {
    check();
  } finally {
    await setLanguage('en');
  }
}

describe('Error texts', () => {
  it('In English, errors are shown as the server words them', () => {
    assert.equal(errorText(taken.message, taken.error), taken.message);
  });

  it('In German, errors are translated by key, with their values', async () => {
    await inGerman(() => {
      assert.equal(errorText(taken.message, taken.error), 'Die Gruppe „makers {2}“ existiert bereits.');
      assert.equal(
        errorText('', { key: 'parameters.too-long', values: { name: 'note', limit: 10000 } }),
        'Das ist zu lang (höchstens 10.000 Zeichen).',
      );
      const failure = { kind: 'refused', status: 400, code: 'BAD_REQUEST', data: {} } as const;
      assert.equal(failureText({ ...failure, ...taken }), 'Die Gruppe „makers {2}“ existiert bereits.');
    });
  });

  it('In German, every error that people meet is shown in German', async () => {
    await inGerman(() => {
      for (const [key, { text, audience }] of Object.entries(errorCatalogue))
        if (audience === 'people') assert.notEqual(errorText(text, { key, values: {} }), text, key);
    });
  });

  it('Errors without a key or with an unknown one are shown as sent', async () => {
    await inGerman(() => {
      assert.equal(errorText('Wrong password!'), 'Wrong password!');
      assert.equal(errorText('No tea.', { key: 'tea.none', values: {} }), 'No tea.');
      assert.equal(errorText('No tea.', { key: 'constructor', values: {} }), 'No tea.');
    });
  });
});

const refused = {
  kind: 'refused',
  status: 403,
  code: 'BAD_REQUEST',
  message: 'Insufficient permission',
  data: {},
} as const;

test('A failure shows the message of the server', () => {
  assert.equal(failureText(refused), 'Insufficient permission');
});

test('A rate-limited request shows how long to wait', () => {
  const often = { kind: 'unavailable', status: 429 } as const;
  assert.match(failureText({ ...often, retryAfterMs: 12_300 }), /in 13 seconds/);
  assert.match(failureText({ ...often, retryAfterMs: 0 }), /in 1 second\./);
  assert.match(failureText(often), /in a moment/);
});

test('A storage failure is not shown as a rate limit', () => {
  const full = { kind: 'unavailable', status: 503, retryAfterMs: 10_000, reason: 'disk_full' } as const;
  assert.match(failureText(full), /cannot save/);
});

test('A temporarily unavailable server, a server error, and another server are distinguished', () => {
  assert.match(failureText({ kind: 'unavailable', status: 503 }), /busy/);
  assert.match(failureText({ kind: 'unavailable', status: 500 }), /error \(500\)/);
  assert.match(failureText({ kind: 'unreachable' }), /cannot reach/i);
  const portal = { kind: 'unavailable', status: 200 } as const;
  assert.match(failureText(portal), /did not come from the server/);
});
