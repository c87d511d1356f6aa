/**
 * What works once, used from several browsers at the same time and again afterwards. Providers' responses, JSON Web Tokens and the
 * desktop app are in `providers/`, the setup link in `setup/`, the code of a call in `features/calls/`.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setOrganization } from '../../../tests/support/change.ts';
import { Visitor } from '../../../tests/support/clients/visitor.ts';
import { onBothEngines } from '../../../tests/support/engines.ts';
import { invite } from '../../../tests/support/fixtures/invites.ts';
import { joinPathFor, sentEmails } from '../../../tests/support/fixtures/mail.ts';
import { codeAt, turnOnTwoFactor } from '../../../tests/support/two-factor.ts';
import { makeWorld, type World } from '../../../tests/support/world.ts';
import { disposableCheck } from '../features/domains/addresses.ts';
import { requestEmailChange } from '../features/users/change-email.ts';
import { hashPassword } from '../lib/passwords.ts';

const password = 'a shuttle and a reed';
const passwordHash = await hashPassword(password);

/** Whether a browser that uses it gets what it is for. */
type Use = (visitor: Visitor) => Promise<boolean>;

const post = (visitor: Visitor, path: string, fields: Record<string, string> = {}) =>
  visitor.open(path, { method: 'POST', body: new URLSearchParams(fields) });

/** Posts a form, which succeeds with this status. */
const form =
  (path: string, status: number, fields: Record<string, string> = {}): Use =>
  async (visitor) =>
    (await post(visitor, path, fields)).status === status;

async function linkIn(world: World, kind: string, to: string): Promise<string> {
  for (const email of await sentEmails(world)) {
    const path = new RegExp(`/${kind}/[\\w-]{43}`).exec(email.text)?.[0];
    if (email.to === to && path !== undefined) return path;
  }
  return assert.fail(`no email to ${to} has a link of ${kind}`);
}

async function changeEmail(world: World): Promise<void> {
  const isDisposable = await disposableCheck();
  const { id } = world.people.dan;
  await world.app.db.write(world.orgId, { id }, (tx) =>
    requestEmailChange(tx, id, 'daniel@example.com', isDisposable),
  );
}

const newPerson = { full_name: 'Hal Nilsen', password };

/** The second step of a sign-in with the password. */
const secondStep =
  (code: string): Use =>
  async (visitor) => {
    const { text } = await post(visitor, '/login', { username: 'dan@example.com', password });
    const step = /name="step" value="([^"]+)"/.exec(text)?.[1] ?? assert.fail(text);
    await post(visitor, '/login/code', { step, code });
    return (await visitor.whoAmI()) !== undefined;
  };

const kinds: Readonly<Record<string, (world: World) => Promise<Use>>> = {
  'A password reset link': async (world) => {
    await post(new Visitor(world), '/reset', { email: 'dan@example.com' });
    return form(await linkIn(world, 'reset', 'dan@example.com'), 303, { password: 'another reed 17' });
  },
  'An email invitation': async (world) => {
    await invite(world, 'ada', { invitee_emails: 'hal@example.com' });
    return form(await joinPathFor(world, 'hal@example.com'), 303, newPerson);
  },
  'A confirmation of a registration': async (world) => {
    await setOrganization(world, { invite_required: false });
    await post(new Visitor(world), '/join', { email: 'hal@example.com' });
    return form(await joinPathFor(world, 'hal@example.com'), 303, newPerson);
  },
  'A confirmation of a new email address': async (world) => {
    await changeEmail(world);
    return form(await linkIn(world, 'confirm-email', 'daniel@example.com'), 200);
  },
  'A confirmation by the former email address': async (world) => {
    await world.as('ada').patch('/heddle/sign_in_policy', { confirm_former_email: true });
    await changeEmail(world);
    return form(await linkIn(world, 'confirm-former', 'dan@example.com'), 200);
  },
  'A link that undoes a change of the email address': async (world) => {
    await changeEmail(world);
    await post(new Visitor(world), await linkIn(world, 'confirm-email', 'daniel@example.com'));
    return form(await linkIn(world, 'undo-email', 'dan@example.com'), 303);
  },
  'A code of an authenticator app': async (world) =>
    secondStep(codeAt((await turnOnTwoFactor(world.as('dan'), password)).secret, 1)),
  'A recovery code': async (world) => {
    const { recoveryCodes } = await turnOnTwoFactor(world.as('dan'), password);
    return secondStep(recoveryCodes[0] ?? '');
  },
};

onBothEngines('What works once', (engine) => {
  for (const [name, begin] of Object.entries(kinds))
    test(`${name} works for one of several browsers at the same time, and for none afterwards`, async (t) => {
      const world = await makeWorld(t, engine, { alone: true, passwordHash });
      const use = await begin(world);
      const outcomes = await Promise.all([1, 2, 3].map(() => use(new Visitor(world))));
      assert.equal(outcomes.filter(Boolean).length, 1);
      assert.equal(await use(new Visitor(world)), false);
    });
});
