import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { loadSecrets, secretsPath, writeSecrets } from './secrets-file.ts';
import {
  hashApiKey,
  newApiKey,
  openApiKey,
  sealApiKey,
  SecretsError,
  subkey,
  type Secrets,
} from './secrets.ts';

let root: string;
let counter = 0;
before(() => (root = mkdtempSync(join(tmpdir(), 'heddle-secrets-'))));
after(() => rmSync(root, { recursive: true }));

/** The path of a file of secrets in a folder that is not there yet. */
const place = () => secretsPath({ data: folder() });
const folder = () => join(root, String(counter++));
const mode = (path: string) => statSync(path).mode & 0o777;

describe('Secrets of a data folder', () => {
  it('The secrets are generated at first use, are readable by their owner only, and persist', () => {
    const dataDir = join(folder(), 'deeper');
    const path = secretsPath({ data: dataDir });
    const { serverKey } = loadSecrets(path);
    assert.equal(serverKey.length, 32);
    assert.equal(mode(dataDir), 0o700);
    assert.equal(mode(path), 0o600);
    assert.deepEqual(loadSecrets(path).serverKey, serverKey);
    assert.deepEqual(readdirSync(dataDir), ['secrets.toml']);
  });

  it('The secrets differ between data folders', () => {
    assert.notDeepEqual(loadSecrets(place()), loadSecrets(place()));
  });

  it('The secrets are refused when others can read them', () => {
    const path = place();
    loadSecrets(path);
    for (const loose of [0o640, 0o604, 0o660]) {
      chmodSync(path, loose);
      assert.throws(() => loadSecrets(path), /chmod 600/);
    }
  });

  it('The secrets are refused, never replaced or shown, when the file is damaged', () => {
    const path = place();
    loadSecrets(path);
    const key = Buffer.alloc(32, 1).toString('base64');
    for (const text of [
      '',
      'server_key = 5',
      'server_key = "c2hvcnQ="',
      `server_key = "${key}`,
      `server_key = "${key}x"`,
    ]) {
      writeFileSync(path, text);
      assert.throws(
        () => loadSecrets(path),
        (error) => error instanceof SecretsError && !error.message.includes(key),
      );
      assert.equal(readFileSync(path, 'utf8'), text);
    }
  });

  it('Former keys and keys of media are read back as they were written, and damaged ones are refused', () => {
    const path = place();
    loadSecrets(path);
    const [serverKey, key, media] = [1, 2, 3].map((byte) => Buffer.alloc(32, byte));
    assert.ok(serverKey && key && media);
    const secrets = { serverKey, former: [{ serverKey: key, until: 1_800_000_000_000 }], mediaKeys: [media] };
    writeSecrets(path, secrets);
    assert.deepEqual(loadSecrets(path), secrets);
    assert.equal(mode(path), 0o600);
    const text = readFileSync(path, 'utf8');
    for (const [from, to] of [
      [key.toString('base64'), 'c2hvcnQ='],
      ['2027-01-15T08:00:00.000Z', 'soon'],
      [media.toString('base64'), ''],
    ] as const) {
      assert.ok(text.includes(from), from);
      writeFileSync(path, text.replace(from, to));
      assert.throws(() => loadSecrets(path), /has a damaged former key/);
    }
  });

  it('The secrets derive a stable, distinct key for each purpose', () => {
    const secrets: Secrets = { serverKey: Buffer.alloc(32, 7) };
    const again: Secrets = { serverKey: Buffer.alloc(32, 7) };
    assert.equal(subkey(secrets, 'a').length, 32);
    assert.deepEqual(subkey(secrets, 'a'), subkey(again, 'a'));
    assert.notDeepEqual(subkey(secrets, 'a'), subkey(secrets, 'b'));
    assert.notDeepEqual(subkey(secrets, 'a'), secrets.serverKey);
  });
});

describe('API keys', () => {
  const secrets: Secrets = { serverKey: Buffer.alloc(32, 7) };
  const others: Secrets = { serverKey: Buffer.alloc(32, 8) };

  it('An API key has 32 letters and digits, all of which occur', () => {
    const keys = Array.from({ length: 200 }, newApiKey);
    for (const key of keys) assert.match(key, /^[A-Za-z0-9]{32}$/);
    assert.equal(new Set(keys).size, keys.length);
    assert.equal(new Set(keys.join('')).size, 62);
  });

  it('An API key is looked up by a hash that only this server can compute', () => {
    const key = newApiKey();
    assert.equal(hashApiKey(secrets, key), hashApiKey(secrets, key));
    assert.match(hashApiKey(secrets, key), /^[\w-]{43}$/);
    assert.notEqual(hashApiKey(secrets, key), hashApiKey(others, key));
    assert.notEqual(hashApiKey(secrets, key), hashApiKey(secrets, newApiKey()));
  });

  it('A sealed API key opens to the original, and each sealed key differs', () => {
    const key = newApiKey();
    const box = sealApiKey(secrets, key);
    assert.equal(openApiKey(secrets, box), key);
    assert(!box.includes(key));
    assert.notEqual(box, sealApiKey(secrets, key));
  });

  it('A sealed API key does not open when it is damaged or from another server', () => {
    const box = sealApiKey(secrets, newApiKey());
    assert.throws(() => openApiKey(others, box), SecretsError);
    const swapped = box.replace(/.(.{20})$/, (end) => (end.startsWith('A') ? 'B' : 'A') + end.slice(1));
    for (const damaged of ['', 'v1.', box.slice(0, -4), `v2.${box.slice(3)}`, swapped]) {
      assert.throws(() => openApiKey(secrets, damaged), SecretsError);
    }
  });
});
