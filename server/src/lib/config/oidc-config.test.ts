import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { ConfigError, loadConfig } from './config.ts';

let data: string;
before(() => (data = mkdtempSync(join(tmpdir(), 'heddle-oidc-config-'))));
after(() => rmSync(data, { recursive: true }));

function load(toml: string, env: Record<string, string> = {}) {
  writeFileSync(join(data, 'heddle.toml'), toml);
  return loadConfig({ data }, env).oidc;
}

function problems(...given: Parameters<typeof load>): string {
  try {
    load(...given);
  } catch (error) {
    assert(error instanceof ConfigError);
    return error.message;
  }
  return assert.fail('was accepted');
}

const secret = 'client_secret = "hunter2"\n';
const company = '[[oidc]]\nid = "company"\nissuer = "https://id.example.com"\nclient_id = "heddle"\n';

test('A sign-in provider needs an id, an issuer, a client ID and a secret', () => {
  const [provider] = load(company + secret);
  assert.deepEqual(
    [provider?.id, provider?.issuer, provider?.clientSecret, provider?.newAccounts, provider?.trustsEmail],
    ['company', 'https://id.example.com', 'hunter2', 'invited', false],
  );
  const text = problems('[[oidc]]\n');
  for (const key of ['id', 'issuer', 'client_id']) assert.match(text, new RegExp(`: ${key} is not set`));
  assert.match(problems(company), /\[\[oidc\]\] company in .*: client_secret is not set/);
  assert.deepEqual(load(''), []);
});

test('A sign-in provider with a known name needs a client ID and a secret only', () => {
  for (const [name, issuer] of [
    ['google', 'https://accounts.google.com'],
    ['github', 'https://github.com'],
    ['gitlab', 'https://gitlab.com'],
  ]) {
    const [provider] = load(`[[oidc]]\nprovider = "${name}"\nclient_id = "x"\n${secret}`);
    assert.deepEqual([provider?.id, provider?.issuer], [name, issuer]);
  }
  const entra = '[[oidc]]\nprovider = "entra"\nclient_id = "x"\n' + secret;
  assert.equal(load(`${entra}tenant = "t-1"\n`)[0]?.issuer, 'https://login.microsoftonline.com/t-1/v2.0');
  assert.match(problems(entra), /tenant is not set/);
  assert.match(problems(`${entra}tenant = "common"\n`), /one tenant/);
  assert.match(problems(`[[oidc]]\nprovider = "apple"\nclient_id = "x"\n${secret}`), /team_id is not set/);
});

test('The secret of a sign-in provider may be in a file or a variable, and is in no error', () => {
  writeFileSync(join(data, 'secret'), 'from a file\n');
  assert.equal(load(`${company}client_secret_file = "secret"\n`)[0]?.clientSecret, 'from a file');
  const variable = 'HEDDLE_OIDC_COMPANY_CLIENT_SECRET';
  assert.equal(load(company, { [variable]: 'from a variable' })[0]?.clientSecret, 'from a variable');
  assert.equal(load(company, { [`${variable}_FILE`]: join(data, 'secret') })[0]?.clientSecret, 'from a file');
  const twice = problems(company + secret, { [variable]: 'from a variable' });
  assert.match(twice, /more than once/);
  assert.ok(!twice.includes('hunter2') && !twice.includes('from a variable'));
  assert.match(
    problems(company + secret, { HEDDLE_OIDC_OTHER_CLIENT_SECRET: 'x' }),
    /belongs to no provider/,
  );
  assert.match(problems(`${company}client_secret_file = "nowhere"\n`), /cannot be read/);
});

test('The issuer of a sign-in provider is reached without TLS only on this machine and in private networks', () => {
  const at = (issuer: string) => company.replace('https://id.example.com', issuer) + secret;
  for (const good of [
    'http://localhost:8080/realms/a',
    'http://10.1.2.3',
    'http://keycloak:8080',
    'https://id.example.com/a/',
  ])
    assert.equal(load(at(good))[0]?.issuer, good);
  for (const bad of [
    'http://id.example.com',
    'http://8.8.8.8',
    'ftp://id',
    'id.example.com',
    'https://a:b@id.example.com',
  ])
    assert.match(problems(at(bad)), /issuer must be an https:\/\/ URL/, bad);
});

test('Unknown settings, roles and duplicate ids of sign-in providers are refused', () => {
  assert.match(problems(`${company}${secret}colour = "red"\n`), /colour is not a setting/);
  assert.match(
    problems(`${company}${secret}[oidc.roles]\nadmins = "king"\n`),
    /roles must be a table of roles: owner/,
  );
  assert.match(problems(company + secret + company + secret), /two providers have the id company/);
  assert.match(problems('oidc = "yes"\n'), /must be written as \[\[oidc\]\] tables/);
  assert.match(problems(`${company}${secret}new_accounts = "maybe"\n`), /one of on, invited, off/);
});
