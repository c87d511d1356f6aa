/**
 * Checks that the secrets of an installation are those that its database was written with. With others no API key would work
 * or could be shown, so the server refuses to start.
 */
import { StartRefused } from '../../lib/start-refused.ts';
import type { Db } from '../db.ts';
import { fingerprintFact, type SecretsTrace } from './trace.ts';
import type { Config } from '../../lib/config/config.ts';
import { findSecrets, loadSecrets, secretsPath } from '../../lib/secrets-file.ts';
import { openApiKey, subkey, type Secrets, type ServerKey } from '../../lib/secrets.ts';

type SecretsLocation = Pick<Config, 'data' | 'databaseUrl' | 'secretsFile'>;

/** Identifies a set of secrets without revealing any. */
export const getFingerprint = (secrets: ServerKey): string =>
  Buffer.from(subkey(secrets, 'fingerprint')).toString('base64url');

/** `undefined` if they match; otherwise the problem and its remedy. @param secrets `undefined` if the file is missing. */
export function secretsMismatch(
  where: SecretsLocation,
  trace: SecretsTrace,
  secrets: Secrets | undefined,
): string | undefined {
  if (trace.sealedKeys.length === 0) return undefined;
  if (!secrets) return `${secretsPath(where)} is missing, but the database has accounts. ${remedy(where)}`;
  if (matches(trace, secrets)) return undefined;
  return `${secretsPath(where)} is not the file of secrets that belongs to this database. ${remedy(where)}`;
}

/** A database without a fingerprint (of an older version) matches if one of its API keys can be decrypted, in a rotation with a former key. */
function matches({ fingerprint, sealedKeys }: SecretsTrace, secrets: Secrets): boolean {
  if (fingerprint !== undefined)
    return [secrets, ...(secrets.former ?? [])].some((key) => fingerprint === getFingerprint(key));
  return sealedKeys.some((sealed) => {
    try {
      openApiKey(secrets, sealed);
      return true;
    } catch {
      return false;
    }
  });
}

const remedy = ({ data, databaseUrl, secretsFile }: SecretsLocation): string =>
  (databaseUrl === undefined
    ? ''
    : 'If other nodes serve this database, copy the file of one of them, which all must have (--secrets-file). ') +
  `Restore the file from a backup. If there is no backup, "heddle secrets renew --data '${data}'` +
  `${secretsFile === undefined ? '' : ` --secrets-file '${secretsFile}'`}" ` +
  'generates new secrets, gives every account a new API key and signs everyone out.';

/** @throws StartRefused */
export function refuseMismatch(where: SecretsLocation, trace: SecretsTrace): void {
  const mismatch = secretsMismatch(where, trace, findSecrets(secretsPath(where)));
  if (mismatch !== undefined) throw new StartRefused(mismatch);
}

/** Reads the secrets; creates them if there are none and no account needs the former ones. @throws StartRefused */
export function matchingSecrets(where: SecretsLocation, trace: SecretsTrace): Secrets {
  refuseMismatch(where, trace);
  return loadSecrets(secretsPath(where));
}

interface RunningNodes {
  claimant: { id: string } | null;
  list(): readonly { id: string; address: string }[];
}

/** The first node creates the secrets, and the others need a copy of them. @throws StartRefused */
export function refuseNewSecrets(nodes: RunningNodes, isNew: boolean, where: SecretsLocation): void {
  const [first] = nodes.list();
  if (!isNew || !first || first.id === nodes.claimant?.id) return;
  throw new StartRefused(
    `${secretsPath(where)} is not the file of secrets of the nodes that run (${first.address}). Copy the file of another ` +
      'node, or name one that all nodes can read with --secrets-file.',
  );
}

export async function storeFingerprint(tx: Pick<Db, 'q'>, secrets: Secrets): Promise<void> {
  const value = getFingerprint(secrets);
  await tx.q
    .insertInto('server_fact')
    .values({ name: fingerprintFact, value })
    .onConflict((oc) => oc.column('name').doUpdateSet({ value }))
    .execute();
}

export async function readFingerprint(db: Db): Promise<string | undefined> {
  const row = await db.q
    .selectFrom('server_fact')
    .select('value')
    .where('name', '=', fingerprintFact)
    .executeTakeFirst();
  return row?.value;
}
