/** Registers organizations with the push relay, which delivers only for these. */
import { createHmac } from 'node:crypto';
import { organizationSettingDefaults } from '../../../../wire/organization.ts';
import type { AppContext } from '../../core/context/index.ts';
import { pushKey } from '../../lib/secrets.ts';
import { parseStored } from '../../lib/json.ts';
import { organizationUrl } from '../../http/urls.ts';
import { openRelay } from './service.ts';

export async function listRealmsAtRelay(app: AppContext): Promise<void> {
  const relay = openRelay(app);
  if (!relay) return;
  const rows = await app.db.read.q
    .selectFrom('organization')
    .select(['id', 'uuid', 'name', 'subdomain', 'settings', 'created_at'])
    .where('is_deactivated', '=', 0)
    .orderBy('id')
    .execute();
  const realms = rows.map(({ id, uuid, name, subdomain, settings, created_at: createdAt }) => {
    const { org_type: orgType = organizationSettingDefaults.org_type } = parseStored<{
      org_type?: number;
    }>(settings);
    const url = organizationUrl(app, subdomain);
    const ownerSecret = createHmac('sha256', pushKey(app.secrets)).update(`owner of ${uuid}`).digest('hex');
    return { id, uuid, ownerSecret, host: new URL(url).host, url, name, orgType, createdAt };
  });
  const error = await relay.listRealms(realms);
  if (error !== undefined) app.log.warn({ error }, 'the push relay does not know the organizations');
}
