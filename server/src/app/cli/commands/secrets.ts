import { randomBytes } from 'node:crypto';
import { Exact, Type } from '../../../../../wire/core.ts';
import { auditNewSecrets } from '../../../core/audit/index.ts';
import { readNodes } from '../../../db/node-rows.ts';
import { findSecrets, secretsPath, writeSecrets } from '../../../lib/secrets-file.ts';
import { adoptSecrets, keyBytes, mediaKey, pushKey, type Secrets } from '../../../lib/secrets.ts';
import type { App } from '../../open-app.ts';
import { resealKeys } from '../../start/reseal-keys.ts';
import { getFingerprint, readFingerprint } from '../../../db/secrets/match.ts';
import { adminCommand } from '../admin-command.ts';
import { renewKeys } from '../secrets/renew-keys.ts';
import { CommandError } from '../../../lib/command-error.ts';

const dayMs = 24 * 3600_000;

/** Replaces the server key: stored secrets are encrypted again, and old signatures stay valid for a while. */
export const secretsRotate = adminCommand({
  options: Exact({
    /** How long links and addresses signed with the former key are accepted. */
    days: Type.Integer({ minimum: 0, maximum: 3650 }),
    signOut: Type.Boolean(),
  }),
  async run(app, { days, signOut }) {
    const { secrets, config } = app;
    await refuseOtherNodes(app);
    refuseForeignSecrets(app);
    const isResumed = (await readFingerprint(app.db.read)) !== getFingerprint(secrets);
    if (!isResumed) replace(app, next(secrets, Date.now() + days * dayMs));
    let accounts = await resealKeys(app);
    if (signOut) {
      accounts = await renewKeys(app);
      const { serverKey, mediaKeys } = secrets;
      replace(app, { serverKey, mediaKeys });
    }
    await auditRotation(app, signOut);
    const until = Math.max(0, ...(secrets.former ?? []).map((key) => key.until));
    return {
      accounts,
      signed_out: signOut,
      resumed: isResumed,
      accepted_until: until > Date.now() ? Math.floor(until / 1000) : null,
      file: secretsPath(config),
    };
  },
});

/** The file is replaced first: whatever is encrypted afterwards can then be decrypted with it. */
function replace({ config, secrets }: App, replacement: Secrets): void {
  writeSecrets(secretsPath(config), replacement);
  adoptSecrets(secrets, replacement);
}

function next(secrets: Secrets, until: number): Secrets {
  const { serverKey, former = [], mediaKeys = [] } = secrets;
  const isKept = (key: { until: number }) => key.until > Date.now();
  return {
    serverKey: randomBytes(keyBytes),
    former: [{ serverKey, until }, ...former.filter(isKept)],
    mediaKeys: [mediaKey(secrets), ...mediaKeys],
    pushKey: pushKey(secrets),
  };
}

function refuseForeignSecrets({ config, secrets }: App): void {
  const path = secretsPath(config);
  const stored = findSecrets(path);
  if (stored && Buffer.compare(stored.serverKey, secrets.serverKey) === 0) return;
  throw new CommandError(`${path} is not the file of secrets that the server was started with.`);
}

/** Other nodes would keep the former key, and could decrypt nothing of what is encrypted again. */
async function refuseOtherNodes({ db, nodes: { claimant } }: App): Promise<void> {
  if (!claimant) return;
  const others = (await readNodes(db.read)).filter(({ id }) => id !== claimant.id);
  if (others.length === 0) return;
  const addresses = others.map(({ address }) => address).join(', ');
  throw new CommandError(
    `Other nodes are running, with the former secrets in memory: ${addresses}. Stop them, run this command again, give them ` +
      'the new secrets.toml, and start them. A node that was killed counts as running for seven seconds.',
  );
}

async function auditRotation({ db, organizations }: App, signOut: boolean): Promise<void> {
  for (const { id } of organizations.names)
    await db.write(id, 'system', (tx) => auditNewSecrets(tx, { signsOut: signOut }));
}
