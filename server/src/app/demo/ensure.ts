/** Creates the demo organization at the first start with --demo, and keeps it afterwards. */
import { createHmac } from 'node:crypto';
import type { App } from '../open-app.ts';
import { verifyPassword } from '../../lib/passwords.ts';
import { openApiKey, subkey, type Secrets } from '../../lib/secrets.ts';
import { emailKey } from '../../lib/text.ts';
import { demoEmail } from './cast.ts';
import { makePeople, makeChannels, sayEverything } from './make.ts';

export interface DemoSignIn {
  email: string;
  /** The same password for everyone in the demo. */
  password: string;
  api_key: string;
}

/** The demo's sign-in data; `null` if the data folder has another organization. Completes a demo that was interrupted. */
export async function ensureDemo(app: App): Promise<DemoSignIn | null> {
  const password = demoPassword(app.secrets);
  const [existing] = app.organizations.names;
  const orgId = existing?.id ?? (await makePeople(app, password));
  const owner = await getOwner(app, orgId);
  if (!owner || !(await verifyPassword(password, owner.password_hash))) return null;
  const cache = await app.organizations.cache(orgId);
  if ([...cache.channels.values()].length === 0) await makeChannels(app, cache);
  if (!(await hasMessages(app, orgId))) await sayEverything(app, cache);
  return { email: owner.email, password, api_key: openApiKey(app.secrets, owner.api_key_box) };
}

/** Derived from the server's own secret, so that every start can print it without storing it. */
export function demoPassword(secrets: Secrets): string {
  const letters = createHmac('sha256', subkey(secrets, 'demo password')).update('1').digest('hex');
  return `loom-${letters.slice(0, 5)}-${letters.slice(5, 10)}`;
}

function getOwner(app: App, orgId: number) {
  return app.db.read.q
    .selectFrom('person')
    .select(['email', 'password_hash', 'api_key_box'])
    .where('org_id', '=', orgId)
    .where('delivery_email_key', '=', emailKey(demoEmail('ada')))
    .executeTakeFirst();
}

async function hasMessages(app: App, orgId: number): Promise<boolean> {
  const query = app.db.read.q.selectFrom('message').select('id').where('org_id', '=', orgId).limit(1);
  return (await query.executeTakeFirst()) !== undefined;
}
