import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { json } from 'node:stream/consumers';
import { basicAuthorization } from '../../../../tests/support/client.ts';
import { onBothEngines, type Engine } from '../../../../tests/support/engines.ts';
import { freePort } from '../../../../tests/support/services/free-port.ts';
import { keepLog } from '../../../../tests/support/log.ts';
import { localServer } from '../../../../tests/support/services/local-server.ts';
import { makeWorld } from '../../../../tests/support/world.ts';
import { readTraceSettings, wantsTraces } from './settings.ts';
import { beginTrace, type Span } from './spans.ts';
import { openTraces } from './traces.ts';

interface Export {
  resourceSpans: { resource: { attributes: unknown }; scopeSpans: { spans: Span[] }[] }[];
}

async function traced(t: TestContext, engine: Engine, variables: Record<string, string> = {}) {
  const world = await makeWorld(t, engine, { alone: true, config: { trustedProxies: '127.0.0.1' } });
  const exports: { headers: Record<string, unknown>; body: Export }[] = [];
  const { url } = await localServer(t, (request, response) => {
    void json(request).then((body) => {
      exports.push({ headers: { ...request.headers, path: request.url }, body: body as Export });
      response.end('{}');
    });
  });
  const traces = openTraces(world.app, { OTEL_EXPORTER_OTLP_ENDPOINT: url, ...variables });
  t.after(() => traces.close());
  const spans = async () => {
    await traces.flush();
    return exports.flatMap(({ body }) =>
      body.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
    );
  };
  return { world, exports, spans };
}

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const parentId = '00f067aa0ba902b7';

const spanAttributes = ({ attributes }: Span) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

onBothEngines('Traces', (engine) => {
  test('A request is a span in the trace of its proxy, with operation, status and what it wrote below it', async (t) => {
    const { world, exports, spans } = await traced(t, engine, {
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20loom,x-tenant=7',
      OTEL_SERVICE_NAME: 'weaver',
    });
    const { email, apiKey } = world.people.dan;
    const response = await fetch(`${world.url}/api/v1/messages`, {
      method: 'POST',
      headers: {
        authorization: basicAuthorization({ email, apiKey }),
        traceparent: `00-${traceId}-${parentId}-01`,
        'x-request-id': 'from-the-proxy',
      },
      body: new URLSearchParams({ type: 'channel', to: 'general', topic: 'weft', content: 'canary' }),
    });
    assert.equal(response.status, 200);
    await response.text();
    const found = await spans();
    const request = found.find(({ name }) => name === 'POST send-message');
    assert.ok(request);
    assert.deepEqual([request.traceId, request.parentSpanId, request.kind], [traceId, parentId, 2]);
    const attributes = spanAttributes(request);
    assert.equal(attributes['http.response.status_code'], '200');
    assert.equal(attributes['heddle.request_id'], 'from-the-proxy');
    assert.ok(BigInt(request.endTimeUnixNano) > BigInt(request.startTimeUnixNano));
    const write = found.find(({ name }) => name === 'write group');
    assert.deepEqual([write?.traceId, write?.parentSpanId], [traceId, request.spanId]);
    const [first] = exports;
    assert.deepEqual(
      [first?.headers.path, first?.headers.authorization, first?.headers['x-tenant']],
      ['/v1/traces', 'Bearer loom', '7'],
    );
    assert.match(JSON.stringify(first?.body.resourceSpans[0]?.resource), /"weaver"/);
    assert.doesNotMatch(JSON.stringify(exports.map(({ body }) => body)), /canary|dan@|Dan Ito/);
  });

  test('A failing request is a failed span only where the server is at fault, and a sampler that is off records nothing', async (t) => {
    const { world, spans } = await traced(t, engine);
    await world.as('dan').get('/messages/999999');
    const refused = (await spans()).find(({ name }) => name === 'GET get-message');
    assert.deepEqual(refused?.status, { code: 0 });
    const off = await traced(t, engine, { OTEL_TRACES_SAMPLER: 'always_off' });
    await off.world.as('dan').get('/users/me');
    assert.deepEqual(await off.spans(), []);
  });

  test('A trace collector that does not respond delays no request, and is logged once', async (t) => {
    const { log, saying } = keepLog();
    const world = await makeWorld(t, engine, { alone: true });
    const endpoint = `http://127.0.0.1:${String(await freePort())}`;
    const traces = openTraces(
      { telemetry: world.app.telemetry, log },
      { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint },
    );
    for (let at = 0; at < 3; at++) {
      assert.equal((await world.as('dan').get('/users/me')).status, 200);
      await traces.flush();
    }
    await traces.close();
    const [line, ...others] = saying('sending traces failed');
    assert.deepEqual([line?.reason, others], ['ECONNREFUSED', []]);
  });
});

test('Traces are asked for by an endpoint, and refused by the variables that switch them off', () => {
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/' };
  assert.equal(wantsTraces({}), false);
  assert.equal(wantsTraces(endpoint), true);
  assert.equal(wantsTraces({ ...endpoint, OTEL_SDK_DISABLED: 'true' }), false);
  assert.equal(wantsTraces({ ...endpoint, OTEL_TRACES_EXPORTER: 'none' }), false);
  assert.equal(readTraceSettings(endpoint, '1').url, 'http://collector:4318/v1/traces');
  const own = { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://x.example/in' };
  assert.equal(readTraceSettings({ ...endpoint, ...own }, '1').url, 'https://x.example/in');
  for (const [wrong, text] of [
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4317' }, /must be an http/],
    [{ OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }, /Use http\/json/],
    [{ OTEL_TRACES_SAMPLER: 'sometimes' }, /OTEL_TRACES_SAMPLER must be/],
    [{ OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '2' }, /from 0 to 1/],
  ] as const)
    assert.throws(() => readTraceSettings({ ...endpoint, ...wrong }, '1'), text);
});

test('A trace is recorded as its caller says, by its ID, or under a new ID if the header is malformed', () => {
  const always = { ratio: 1, followsParent: true };
  const never = { ratio: 0, followsParent: true };
  const header = (flags: string) => `00-${traceId}-${parentId}-${flags}`;
  assert.equal(beginTrace(never, header('01'))?.traceId, traceId);
  assert.equal(beginTrace(always, header('00')), undefined);
  assert.equal(beginTrace({ ratio: 0, followsParent: false }, header('01')), undefined);
  for (const bad of [
    '',
    'x',
    `ff-${traceId}-${parentId}-01`,
    `00-${'0'.repeat(32)}-${parentId}-01`,
    header('1'),
  ]) {
    const trace = beginTrace(always, bad);
    assert.match(trace?.traceId ?? '', /^[0-9a-f]{32}$/);
    assert.notEqual(trace?.traceId, traceId);
    assert.equal(trace?.parentId, undefined);
  }
  const half = { ratio: 0.5, followsParent: false };
  assert.ok(beginTrace(half, `00-${'1'.repeat(32)}-${parentId}-01`));
  assert.equal(beginTrace(half, `00-${'f'.repeat(32)}-${parentId}-01`), undefined);
});
