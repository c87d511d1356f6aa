/** An authenticator app in a test. */
import assert from 'node:assert/strict';
import { newTotpSecret, totpCode, totpStep } from '../../server/src/lib/two-factor/totp.ts';
import { storeTwoFactor } from '../../server/src/core/two-factor/index.ts';
import type { Client } from './client.ts';
import type { World } from './world.ts';

export interface SecondFactor {
  secret: string;
  recoveryCodes: string[];
}

/** @param step How many steps of 30 seconds from now: 0 or 1, which stay valid for a step longer than a request takes. */
export const codeAt = (secret: string, step: 0 | 1): string => totpCode(secret, totpStep(Date.now()) + step);

/** Uses the code of the previous step, so that the current one stays valid; retries if a step ends before the server has read the code. */
export async function turnOnTwoFactor(client: Client, password: string): Promise<SecondFactor> {
  const { json } = await client.post('/heddle/two_factor/setup', { password });
  const secret = String(json.secret);
  for (;;) {
    const step = totpStep(Date.now());
    const given = { setup: String(json.setup), code: totpCode(secret, step - 1) };
    const reply = await client.post('/heddle/two_factor', given);
    if (reply.status !== 200 && totpStep(Date.now()) > step) continue;
    assert.equal(reply.status, 200, reply.json.msg);
    return { secret, recoveryCodes: reply.json.recovery_codes as string[] };
  }
}

/** Without a password, for someone who has none. */
/** @returns the secret of the app */
export async function storeSecondFactor({ app, orgId }: World, userId: number): Promise<string> {
  const secret = newTotpSecret();
  await app.db.write(orgId, 'system', (tx) => storeTwoFactor(tx, app.secrets, userId, { secret, step: 0 }));
  return secret;
}
