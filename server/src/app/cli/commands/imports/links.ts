/** Makes links with which imported people choose a password; emails are sent only on request. */
import { Exact, Type } from '../../../../../../wire/core.ts';
import { audit } from '../../../../core/audit/index.ts';
import type { AppContext } from '../../../../core/context/index.ts';
import type { User } from '../../../../core/organization/index.ts';
import { listAccounts } from '../../../../core/users/index.ts';
import { storeResetLink } from '../../../../features/sign-in/index.ts';
import { readItems } from '../../../../transfer/import/write/items.ts';
import { listRuns } from '../../../../transfer/import/runs.ts';
import { adminCommand } from '../../admin-command.ts';
import { organizationFor } from '../../lookup.ts';

/** In one transaction, with their entry in the audit log. */
const linksAtOnce = 500;

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
    const users = listAccounts(cache).filter(
      ({ id, isActive, isBot }) => isActive && !isBot && imported.has(id) && awaited.has(id),
    );
    const links = [];
    // Without any there is an entry as well.
    for (let at = 0; at === 0 || at < users.length; at += linksAtOnce)
      links.push(...(await makeLinks(app, cache.orgId, users.slice(at, at + linksAtOnce))));
    return { links };
  },
});

const makeLinks = (app: AppContext, orgId: number, users: readonly User[]) =>
  app.db.write(orgId, 'system', async (tx) => {
    const links = [];
    for (const user of users)
      links.push({
        user_id: user.id,
        name: user.fullName,
        email: user.deliveryEmail.endsWith('.invalid') ? null : user.deliveryEmail,
        link: await storeResetLink(app, tx, user),
      });
    await audit(tx, {
      action: 'user.reset_password',
      target: { type: 'organization', id: orgId, name: tx.cache.organization.name },
      after: { by: 'link', accounts: links.length },
    });
    return links;
  });
