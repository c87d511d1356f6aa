/** Removes an archived channel from the organization settings that name it. */
import { channelSettings } from '../../../../wire/update-organization.ts';
import type { Tx } from '../../core/log/index.ts';
import { organizationSettings } from '../../core/organization/index.ts';

export async function removeFromChannelSettings(tx: Tx, channelId: number): Promise<void> {
  const settings = organizationSettings(tx.cache);
  const names = channelSettings.filter((name) => settings[name] === channelId);
  if (names.length === 0) return;
  const kept = Object.entries(tx.cache.organization.settings).filter(
    ([name]) => !names.some((gone) => gone === name),
  );
  await tx.q
    .updateTable('organization')
    .set({ settings: JSON.stringify(Object.fromEntries(kept)) })
    .where('id', '=', tx.orgId)
    .execute();
  await tx.touch({ organization: true });
  for (const property of names)
    tx.emit({ type: 'realm', op: 'update', property, value: -1 }, { everyone: true });
}
