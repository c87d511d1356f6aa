import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { keepLog } from '../../../../tests/support/log.ts';
import { until } from '../../../../tests/support/until.ts';
import { ExternalServices, type Probes } from './external-services.ts';

function observe(t: TestContext, probes: Probes = {}) {
  const kept = keepLog();
  const services = new ExternalServices(kept.log, probes, 5);
  t.after(() => services.close());
  const fail = (reason: string) => services.watch('mail', () => Promise.reject(new Error(reason)));
  const logged = () => kept.entries.map(({ msg }) => msg);
  const state = () => services.list().find(({ name }) => name === 'mail');
  return { services, fail, logged, state };
}

test('A service that fails repeatedly is logged once, with its last reason and the time since when', async (t) => {
  const { services, fail, logged, state } = observe(t);
  assert.equal(state(), undefined);
  await assert.rejects(fail('refused'), /refused/);
  const first = state();
  await assert.rejects(fail('frozen'), /frozen/);
  assert.deepEqual(
    [state()?.isOk, state()?.since, state()?.lastFailure?.reason],
    [false, first?.since, 'frozen'],
  );
  assert.equal(await services.watch('mail', () => Promise.resolve('sent')), 'sent');
  assert.deepEqual([state()?.isOk, state()?.lastFailure?.reason], [true, 'frozen']);
  assert.deepEqual(logged(), ['a service does not respond', 'a service responds again']);
});

test('A service that has failed is asked until it responds, although nobody uses it', async (t) => {
  let asked = 0;
  const mail = () => (++asked < 3 ? Promise.reject(new Error('still away')) : Promise.resolve());
  const { fail, state, logged } = observe(t, { mail });
  await assert.rejects(fail('away'));
  await until('it responds again', () => state()?.isOk === true);
  assert.equal(asked, 3);
  assert.equal(logged().length, 2);
});

test('What a service refuses for one use alone is no failure of the service', async (t) => {
  const { services, state } = observe(t);
  const refused = () => Promise.reject(new Error('no such recipient'));
  await assert.rejects(
    services.watch('mail', refused, () => true),
    /recipient/,
  );
  assert.equal(state()?.isOk, true);
});
