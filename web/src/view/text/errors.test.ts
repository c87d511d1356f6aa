import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
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
