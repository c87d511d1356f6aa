/** The setup checklist of owners: which steps are done, and whether the owner has dismissed it. */
import { roles } from '../../../../wire/core.ts';
import type { GetSetupResponse, SetupStep } from '../../../../wire/onboarding.ts';
import type { AppContext } from '../../core/context/index.ts';
import type { Tx } from '../../core/log/index.ts';
import type { Principal } from '../../core/organization/index.ts';
import { keysIn } from '../../lib/objects.ts';

/** Stored in the table of onboarding steps, but not one of them. */
const dismissed = 'heddle_setup';

export async function getSetup(app: AppContext, me: Principal): Promise<GetSetupResponse> {
  const { q } = app.db.read;
  const row = await q
    .selectFrom('onboarding_step')
    .select('name')
    .where('user_id', '=', me.id)
    .where('name', '=', dismissed)
    .executeTakeFirst();
  const invitation = await q
    .selectFrom('invitation')
    .select('id')
    .where('org_id', '=', me.orgId)
    .executeTakeFirst();
  return { is_dismissed: row !== undefined, done: doneSteps(app, me, invitation !== undefined) };
}

function doneSteps({ config }: AppContext, { cache }: Principal, hasInvited: boolean): SetupStep[] {
  const { description, pictures } = cache.organization;
  const people = [...cache.users.values()].filter((user) => !user.isBot && user.role !== roles.guest);
  const steps: Readonly<Record<SetupStep, boolean>> = {
    invite: hasInvited || people.length > 1,
    describe: description !== '',
    picture: pictures.icon !== undefined,
    mail: config.smtpUrl !== undefined,
    backups: config.backupTo !== undefined,
  };
  return keysIn(steps).filter((step) => steps[step]);
}

/** Idempotent. */
export async function dismissSetup(tx: Tx, userId: number): Promise<void> {
  await tx.q
    .insertInto('onboarding_step')
    .values({ user_id: userId, name: dismissed, taken_at: tx.now })
    .onConflict((oc) => oc.doNothing())
    .execute();
}
