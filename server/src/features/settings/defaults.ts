/** PATCH /realm/user_settings_defaults: settings of new users. Existing users are not changed. */
import { roles } from '../../../../wire/core.ts';
import type { UpdateSettingsDefaultsParams } from '../../../../wire/settings.ts';
import { auditChange } from '../../core/audit/index.ts';
import type { Tx } from '../../core/log/index.ts';
import { apiError } from '../../lib/errors.ts';
import { changedSettings } from './checks.ts';
import { withDefaults, withoutDefaults } from './queries.ts';
import { defaultChanged } from './serialize.ts';

export async function updateSettingsDefaults(
  tx: Tx,
  me: { id: number },
  params: UpdateSettingsDefaultsParams,
): Promise<void> {
  const author = tx.cache.users.get(me.id);
  if (!author || author.role > roles.administrator) throw apiError('permissions.administrator');
  const { memberDefaults } = tx.cache.organization;
  const now = withDefaults(memberDefaults);
  const changes = changedSettings(now, params);
  // Stored also if it is the default of the server: otherwise that of the new user's language would apply.
  const clock = params.twenty_four_hour_time ?? memberDefaults.twenty_four_hour_time;
  if (changes.length === 0 && clock === memberDefaults.twenty_four_hour_time) return;
  const chosen = {
    ...withoutDefaults({ ...now, ...Object.fromEntries(changes) }),
    ...(clock === undefined ? {} : { twenty_four_hour_time: clock }),
  };
  await tx.q
    .updateTable('organization')
    .set({ member_defaults: JSON.stringify(chosen) })
    .where('id', '=', tx.orgId)
    .execute();
  await tx.touch({ organization: true });
  for (const [name, value] of changes) tx.emit(defaultChanged(name, value), { everyone: true });
  await auditChange(tx, {
    action: 'organization.update_user_defaults',
    target: { type: 'organization', id: tx.orgId, name: tx.cache.organization.name },
    before: { ...now },
    after: Object.fromEntries(changes),
  });
}
