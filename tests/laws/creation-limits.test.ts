/** Each limit on what people may make is met by HTTP, with a lowered number. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { englishText } from '../../server/src/lib/errors.ts';
import { type CreationLimitKey, creationLimits } from '../../wire/creation-limits.ts';
import { errorCatalogue } from '../../wire/errors/catalogue.ts';
import { keysIn } from '../../server/src/lib/objects.ts';
import { hashPassword } from '../../server/src/lib/passwords.ts';
import { onBothEngines } from '../support/engines.ts';
import { lowerLimit } from '../support/fixtures/lower-limit.ts';
import { makeWorld } from '../support/world.ts';
import { acts } from './creation-acts.ts';

const keys: readonly CreationLimitKey[] = keysIn(creationLimits);
const isMade = ({ status }: { status: number }): boolean => status === 200 || status === 201;

onBothEngines('Limits on what people make', (engine) => {
  for (const key of keys)
    test(`There is a largest number of ${creationLimits[key].what}, and what is above it is refused whole`, async (t) => {
      const { prepare, most = 2, alone = false, password } = acts[key];
      const passwords = password === undefined ? {} : { passwordHash: await hashPassword(password) };
      const world = await makeWorld(t, engine, { alone, ...passwords });
      const attempt = await prepare(world);
      const restore = lowerLimit(t, key, most);
      let n = 1;
      let reply = await attempt(n);
      while (isMade(reply) && n <= most) reply = await attempt(++n);
      assert.ok(n > 1, `The first is refused: ${reply.json.msg}`);
      const { status, code } = errorCatalogue[key];
      const expected = [status, code, englishText(key, { limit: most })];
      assert.deepEqual([reply.status, reply.json.code, reply.json.msg], expected);
      restore();
      const again = await attempt(n);
      assert.ok(isMade(again), `What was refused is in the way: ${again.json.msg}`);
    });
});
