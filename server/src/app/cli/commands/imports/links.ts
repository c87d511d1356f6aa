/** Makes links with which imported people choose a password; emails are sent only on request. */
import { Exact, Type } from '../../../../../../wire/core.ts';
import { audit } from '../../../../core/audit/index.ts';
import { listAccounts } from '../../../../core/users/index.ts';
import { makeResetLink } from '../../../../features/sign-in/index.ts';
import { readItems } from '../../../import/write/items.ts';
import { listRuns } from '../../../import/runs.ts';
import { adminCommand } from '../../admin-command.ts';
import { organizationFor } from '../../lookup.ts';

export default adminCommand({
  options: Exact({ org: Type.Optional(Type.String()) }),
  async run(app, { org }) {
    const cache = await organizationFor(app, org);
    const imported = new Set<number>();
    for (const { source_id: sourceId } of await listRuns(app, cache.orgId))
      for (const id of (await readItems(app.db.read, sourceId, 'person')).values()) imported.add(id);
    const rows = await app.db.read.q
      .selectFrom('person')
      .select('id')
      .where('org_id', '=', cache.orgId)
      .where('first_sign_in_at', 'is', null)
      .where('password_hash', 'is', null)
      .execute();
    const awaited = new Set(rows.map(({ id }) => id));
    const links = [];
    for (const user of listAccounts(cache)) {
      if (!user.isActive || user.isBot || !imported.has(user.id) || !awaited.has(user.id)) continue;
      links.push({
        user_id: user.id,
        name: user.fullName,
        email: user.deliveryEmail.endsWith('.invalid') ? null : user.deliveryEmail,
        link: await makeResetLink(app, cache, user),
      });
    }
    await app.db.write(cache.orgId, 'system', (tx) =>
      audit(tx, {
        action: 'user.reset_password',
        target: { type: 'organization', id: tx.orgId, name: tx.cache.organization.name },
        after: { by: 'link', accounts: links.length },
      }),
    );
    return { links };
  },
});
