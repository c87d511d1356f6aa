import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { refusals as german } from '../../text/de/refusals.ts';
import { refusalCodes, refusals } from '../../text/en/refusals.ts';
import { failureText } from './failure.ts';
import { refusalText } from './refusals.ts';
import { setLanguage } from './text.ts';

const server = new URL('../../../../server/src/', import.meta.url);
const sources = globSync('**/*.ts', { cwd: server, exclude: ['**/*.test.ts', 'texts/de/*'] })
  .map((path) => readFileSync(new URL(path, server), 'utf8'))
  .join('\n');

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
const namesIn = (text: string): string[] => [...text.matchAll(/\{(\w+)/g)].map(([, name = '']) => name);

/** A whole text of the server, whatever the server calls what differs in it. */
const saidAs = (text: string): RegExp =>
  new RegExp(
    `['"\`]${text
      .split(/\{\w+\}/)
      .map(escaped)
      .join(String.raw`\$?\{[^}]+\}`)}['"\`]`,
  );

describe('Error texts', () => {
  it('Error texts exist only for errors of the server', () => {
    const unsaid = refusals.filter((text) => !saidAs(text).test(sources));
    assert.deepEqual(unsaid, []);
    assert.deepEqual(
      refusalCodes.filter((code) => !sources.includes(`'${code}'`)),
      [],
    );
    assert.doesNotMatch(sources, saidAs('The {thing} is out of tea.'), 'the search can come to nothing');
  });

  it('Error texts contain the names and numbers from the server', () => {
    for (const [said, text] of Object.entries(german.texts))
      for (const name of namesIn(text)) assert.ok(namesIn(said).includes(name), `${said}: ${name}`);
  });

  it('Error texts are in the page’s language, otherwise as sent by the server', async () => {
    const taken = "User group 'makers {2}' already exists.";
    const unknown = { kind: 'refused', status: 403, code: 'UNAUTHORIZED_PRINCIPAL', data: {} } as const;
    assert.equal(refusalText(taken, 'BAD_REQUEST'), taken);
    assert.equal(failureText({ ...unknown, message: 'Not you.' }), 'Not you.');
    await setLanguage('de');
    try {
      assert.equal(refusalText(taken), 'Die Gruppe „makers {2}“ existiert bereits.');
      assert.equal(refusalText('Wrong password!'), 'Das Passwort ist falsch.');
      assert.equal(refusalText('Wrong password! Or not.'), 'Wrong password! Or not.');
      assert.equal(refusalText('Too late for tea.', 'BAD_REQUEST'), 'Too late for tea.');
      assert.equal(failureText({ ...unknown, message: 'Not you.' }), 'Dazu fehlt dir die Berechtigung.');
      assert.match(failureText({ ...unknown, message: 'Must be an organization owner' }), /Inhaber/);
    } finally {
      await setLanguage('en');
    }
  });
});
