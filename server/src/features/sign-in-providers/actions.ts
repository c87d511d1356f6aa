/** Sign-in methods, which owners set up. */
import {
  type CreateSignInProviderParams,
  type SignInProviderEntry,
  type UpdateSignInProviderParams,
} from '../../../../wire/sign-in-providers.ts';
import { audit, auditChange } from '../../core/audit/index.ts';
import type { AppContext } from '../../core/context/index.ts';
import { refuseAboveLimit } from '../../core/limits/index.ts';
import type { Tx } from '../../core/log/index.ts';
import { readStored } from '../../core/sign-in-providers/index.ts';
import type { Principal, StoredProvider } from '../../core/organization/index.ts';
import { parseStored } from '../../lib/config/stored-provider.ts';
import { apiError } from '../../lib/errors.ts';
import { openApiKey, sealApiKey, SecretsError } from '../../lib/secrets.ts';
import { selfSigned } from '../../lib/tls/self-signed.ts';
import { endProviderSignIns } from '../external-sign-in/index.ts';
import { ldapIssuer } from '../sign-in/index.ts';
import { fixedSlugs, storedEntry } from './entries.ts';

type Settings = Readonly<Record<string, unknown>>;

/** Length in JSON. Certificates take several thousand characters. */
const longestSettings = 50_000;

interface Request {
  me: Principal;
  origin: string;
}

/** @throws ApiError 400 for invalid settings, and for an ID that is taken */
export async function createProvider(
  app: AppContext,
  { me, origin }: Request,
  { kind, slug: given = kind, settings, secret, is_enabled }: CreateSignInProviderParams,
): Promise<SignInProviderEntry> {
  refuseBots(me);
  const slug = kind === 'ldap' || kind === 'jwt' ? kind : given;
  const own = kind === 'saml' ? await ownKey(settings) : { settings, secret: secret || undefined };
  check(app, { slug, kind, ...own });
  return app.db.write(me.orgId, me, async (tx) => {
    refuseAboveLimit('sign-in-providers.too-many', tx.cache.organization.signInProviders.length);
    if (isTaken(app, tx, slug, kind)) throw apiError('sign-in-providers.slug-taken', { slug });
    await tx.q
      .insertInto('sign_in_provider')
      .values({
        org_id: tx.orgId,
        slug,
        kind,
        settings: JSON.stringify(own.settings),
        secret_box: own.secret === undefined ? null : sealApiKey(app.secrets, own.secret),
        is_enabled: is_enabled ? 1 : 0,
        created_at: tx.now,
        updated_at: tx.now,
      })
      .execute();
    await tx.touch({ organization: true });
    const after = { kind, is_enabled, ...shown(own.settings) };
    await audit(tx, { action: 'sign_in_provider.create', target: target(tx, slug), after });
    return storedEntry(app, tx.cache, load(tx, slug), origin);
  });
}

const target = (tx: Tx, slug: string) =>
  ({ type: 'sign_in_provider', id: load(tx, slug).id, name: slug }) as const;

/** Generates the key with which the provider can encrypt assertions. */
async function ownKey({ own_certificate: _given, ...settings }: Settings) {
  const { key, certificate } = await selfSigned('Heddle');
  return { settings: { ...settings, own_certificate: certificate }, secret: key };
}

function isTaken(app: AppContext, { cache }: Tx, slug: string, kind: string): boolean {
  const isReserved = slug === 'sso' || (['ldap', 'jwt'].includes(slug) && slug !== kind);
  const known = cache.organization.signInProviders.map((one) => one.slug);
  return isReserved || [...known, ...fixedSlugs(app, cache)].includes(slug);
}

/** @throws ApiError 400 with the first problem */
function check(
  { config }: AppContext,
  given: Pick<StoredProvider, 'slug' | 'kind' | 'settings'> & { secret: string | undefined },
): void {
  if (JSON.stringify(given.settings).length > longestSettings) throw apiError('sign-in-providers.too-long');
  const [problem] = parseStored(given, config.reachableNetworks).problems;
  if (problem !== undefined) throw apiError('sign-in-providers.invalid', { problem });
}

/** Keeps what is not given. @throws ApiError 400, 404 */
export async function updateProvider(
  app: AppContext,
  { me, origin }: Request,
  { slug, settings: given, secret, is_enabled: isEnabled }: UpdateSignInProviderParams,
): Promise<SignInProviderEntry> {
  refuseBots(me);
  return app.db.write(me.orgId, me, async (tx) => {
    const before = load(tx, slug);
    const settings = given === undefined ? before.settings : keepOwn(before, given);
    const change = { settings, secret, isEnabled: isEnabled ?? before.isEnabled };
    const secretBox = nextBox(app, before, change);
    // A disabled method may keep invalid settings.
    if (given !== undefined || secret !== undefined || change.isEnabled)
      check(app, { ...before, settings, secret: open(app, secretBox) });
    await tx.q
      .updateTable('sign_in_provider')
      .set({
        settings: JSON.stringify(settings),
        secret_box: secretBox,
        is_enabled: change.isEnabled ? 1 : 0,
        updated_at: tx.now,
      })
      .where('id', '=', before.id)
      .where('org_id', '=', tx.orgId)
      .execute();
    await tx.touch({ organization: true });
    await auditUpdate(tx, before, secretBox);
    return storedEntry(app, tx.cache, load(tx, slug), origin);
  });
}

const keepOwn = ({ kind, settings }: StoredProvider, given: Settings): Settings =>
  kind === 'saml' ? { ...given, own_certificate: settings.own_certificate } : given;

/** A changed destination or encryption needs the secret again: it could otherwise be sent to another server. */
function nextBox(
  { secrets }: AppContext,
  before: StoredProvider,
  { settings, secret }: { settings: Settings; secret: string | undefined },
): string | null {
  if (before.kind === 'saml') return before.secretBox;
  if (secret !== undefined) return secret === '' ? null : sealApiKey(secrets, secret);
  const destination = (one: Settings) =>
    JSON.stringify([one.issuer, one.tenant, one.url, one.start_tls, one.ca_certificate]);
  if (before.secretBox !== null && destination(settings) !== destination(before.settings))
    throw apiError('sign-in-providers.secret-again');
  return before.secretBox;
}

function open({ secrets }: AppContext, box: string | null): string | undefined {
  try {
    return box === null ? undefined : openApiKey(secrets, box);
  } catch (error) {
    if (error instanceof SecretsError) throw apiError('sign-in-providers.secret-again');
    throw error;
  }
}

async function auditUpdate(tx: Tx, before: StoredProvider, secretBox: string | null): Promise<void> {
  const after = load(tx, before.slug);
  const values = ({ settings, isEnabled }: StoredProvider) => ({ is_enabled: isEnabled, ...shown(settings) });
  const hasNewSecret = before.secretBox !== secretBox;
  await auditChange(tx, {
    action: 'sign_in_provider.update',
    target: target(tx, before.slug),
    before: { ...values(before), ...(hasNewSecret && { secret: null }) },
    after: { ...withMissing(values(before), values(after)), ...(hasNewSecret && { secret: '(changed)' }) },
  });
}

/** Removed settings are null, so that the audit log shows them. */
const withMissing = (before: Settings, after: Settings): Settings => ({
  ...Object.fromEntries(Object.keys(before).map((name) => [name, null])),
  ...after,
});

/** Settings as the audit log contains them, without secrets. */
const shown = ({ own_certificate: _own, ...settings }: Settings): Settings => settings;

/** Its sessions end. @throws ApiError 404 */
export async function deleteProvider(app: AppContext, tx: Tx, me: Principal, slug: string): Promise<void> {
  refuseBots(me);
  const stored = load(tx, slug);
  const { kind, settings } = stored;
  const issuer = kind === 'ldap' ? ldapIssuer : readStored(app, stored).provider?.issuer;
  if (issuer !== undefined) await endProviderSignIns(app, tx, { kind, issuer });
  const about = target(tx, slug);
  await tx.q
    .deleteFrom('sign_in_provider')
    .where('id', '=', about.id)
    .where('org_id', '=', tx.orgId)
    .execute();
  await tx.touch({ organization: true });
  await audit(tx, { action: 'sign_in_provider.delete', target: about, before: { kind, ...shown(settings) } });
}

function load({ cache }: Tx, slug: string): StoredProvider {
  const found = cache.organization.signInProviders.find((one) => one.slug === slug);
  if (!found) throw apiError('sign-in-providers.not-found', { slug });
  return found;
}

/** Sign-in methods give access to all accounts, so bots may not set them up. */
export function refuseBots({ user }: Principal): void {
  if (user.isBot) throw apiError('permissions.bot');
}
