import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Registry } from './metrics.ts';

test('A registry prints counters, gauges and histograms in the Prometheus text format', () => {
  const registry = new Registry();
  const requests = registry.counter('requests_total', 'Requests.', ['operation', 'status']);
  requests.add(1, 'get-users', '200');
  requests.add(2, 'get-users', '200');
  requests.add(1, 'say "hi"\n\\', '400');
  registry.gauge('queues', 'Queues.').set(7);
  const seconds = registry.histogram('seconds', 'Time.', [0.1, 1]);
  for (const value of [0.05, 0.1, 0.5, 30]) seconds.observe(value);
  assert.equal(
    registry.text(),
    `# HELP requests_total Requests.
# TYPE requests_total counter
requests_total{operation="get-users",status="200"} 3
requests_total{operation="say \\"hi\\"\\n\\\\",status="400"} 1
# HELP queues Queues.
# TYPE queues gauge
queues 7
# HELP seconds Time.
# TYPE seconds histogram
seconds_bucket{le="0.1"} 2
seconds_bucket{le="1"} 3
seconds_bucket{le="+Inf"} 4
seconds_sum 30.65
seconds_count 4
`,
  );
});

test('A registry refuses two metrics with one name', () => {
  const registry = new Registry();
  registry.gauge('queues', 'Queues.');
  assert.throws(() => registry.counter('queues', 'Queues.'), /two metrics named queues/);
});

test('A gauge that is cleared has no series, and a counter without labels begins at 0', () => {
  const registry = new Registry();
  const gauge = registry.gauge('jobs', 'Jobs.', ['kind']);
  gauge.set(1, 'email');
  gauge.clear();
  registry.counter('restarts_total', 'Restarts.');
  assert.doesNotMatch(registry.text(), /^jobs\{/m);
  assert.match(registry.text(), /^restarts_total 0$/m);
});
