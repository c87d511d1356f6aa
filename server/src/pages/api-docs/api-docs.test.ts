import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Script } from 'node:vm';
import { htmlFaults } from '../../../../tests/support/checks/html-faults.ts';
import { Visitor } from '../../../../tests/support/clients/visitor.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { makeWorld } from '../../../../tests/support/world.ts';
import { textsIn } from '../../lib/i18n/i18n.ts';
import { curlExample, scriptExample } from './operation.ts';
import { type ApiDocument, listOperations } from './operations.ts';
import { renderDocs } from './page.ts';
import { makeExample, schemaText } from './schema-text.ts';

const mostBytes = 1_000_000;

onBothEngines('The API reference', (engine) => {
  test('The API reference has every operation of the description, for spectators', async (t) => {
    const world = await makeWorld(t, engine);
    const { paths } = (await world.anonymous.get('/openapi.json')).json as unknown as ApiDocument;
    const described = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId }]) => [operationId, method.toUpperCase(), path]),
    );
    const { status, text, headers } = await new Visitor(world).open('/api/docs');
    assert.equal(status, 200);
    const shown = [
      ...text.matchAll(
        /<details\s+class="operation"\s+id="([^"]+)"\s+data-method="([^"]+)"\s+data-path="([^"]+)"/g,
      ),
    ];
    assert.deepEqual(shown.map(([, ...rest]) => rest).sort(), described.sort());
    assert.match(text, new RegExp(`curl -sS &#39;${world.url}/api/v1/server_settings&#39;`));
    assert.ok(text.length < mostBytes, `${text.length} characters`);
    assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'.*script-src 'self'/);
    assert.doesNotMatch(text, /(?:src|href)="(?:https?:)?\/\//);
    assert.equal(headers.getSetCookie().length, 0);
  });

  test('The API reference is sent once per version, in the language that is asked for', async (t) => {
    const world = await makeWorld(t, engine);
    const visitor = new Visitor(world);
    const german = { 'accept-language': 'de' };
    const { text, headers } = await visitor.open('/api/docs', { headers: german });
    assert.match(text, /<html lang="de">[^]*API-Referenz[^]*Wer sie aufrufen darf/);
    const etag = headers.get('etag') ?? '';
    const again = await visitor.open('/api/docs', { headers: { ...german, 'if-none-match': etag } });
    assert.deepEqual([again.status, again.text], [304, '']);
    assert.equal((await visitor.open('/api/docs', { headers: { 'if-none-match': etag } })).status, 200);
    const [, script = ''] = /<script src="([^"]+)"/.exec(text) ?? [];
    const sent = await visitor.open(script);
    assert.match(sent.headers.get('content-type') ?? '', /javascript/);
    assert.doesNotThrow(() => new Script(sent.text));
  });
});

const url = 'https://chat.example.com/api/v1';
const hostile = `"><script>alert('x')</script>`;

const documentWith = (name: string): ApiDocument => ({
  paths: {
    [`/messages/${name}`]: {
      post: {
        operationId: `send-${name}`,
        tags: ['messages'],
        'x-policy': 'signedIn',
        parameters: [],
        requestBody: {
          content: {
            'application/x-www-form-urlencoded': {
              schema: {
                properties: {
                  [name]: { type: 'string', description: name },
                  other: { enum: [name], default: name },
                },
                required: [name],
              },
            },
          },
        },
        responses: {
          200: { content: { 'application/json': { schema: { properties: { [name]: { const: name } } } } } },
        },
      },
    },
  },
});

test('The API reference escapes whatever the description contains', async () => {
  const text = await renderDocs(textsIn.en, url, [documentWith(hostile)]);
  assert.equal(text.split('<script').length, 2);
  assert.doesNotMatch(text, /alert\('x'\)/);
});

test('The API reference is valid HTML in both languages', async () => {
  for (const t of Object.values(textsIn))
    assert.deepEqual(await htmlFaults(await renderDocs(t, url, [documentWith('topic')])), [], t.language);
});

test('Examples quote their values for the shell and for JavaScript', () => {
  const [operation] = listOperations(documentWith(`it's`));
  assert.ok(operation);
  const origin = 'https://chat.example.com';
  assert.match(curlExample(operation, `${origin}/api/v1`), /--data-urlencode 'it'\\''s=IT'\\''S'/);
  assert.match(scriptExample(operation, origin), /"it's": "IT'S",/);
});

test('Types are written with their bounds, and as deep as a line can be read', () => {
  const nested = { type: 'object', properties: { a: { type: 'array', items: { enum: ['x', 'y'] } } } };
  assert.equal(schemaText(nested), '{ a?: ("x" | "y")[] }');
  assert.equal(schemaText({ type: 'integer', minimum: 1, maximum: 9 }), 'integer 1–9');
  assert.equal(schemaText({ anyOf: [{ type: 'string' }, { type: 'null' }] }), 'string | null');
  const wide = Object.fromEntries(Array.from({ length: 2000 }, (_, i) => [`key_${i}`, { type: 'string' }]));
  assert.ok(schemaText({ type: 'object', properties: wide }).length < 1000);
  assert.deepEqual(makeExample({ ...nested, required: ['a'] }), { a: ['x'] });
});
