/** Inserts accounts. */
import type { Insertable } from 'kysely';
import type { Role } from '../../../../wire/core.ts';
import { userSettingDefaults } from '../../../../wire/settings.ts';
import type { Schema } from '../../db/schema.ts';
import type { Tx } from '../log/index.ts';
import { organizationSettings } from '../organization/index.ts';
import { hashApiKey, newApiKey, sealApiKey, type Secrets } from '../../lib/secrets.ts';
import { emailKey } from '../../lib/text.ts';
import { hideAddress, hidesAddress } from './address.ts';
import type { Grant } from './grants.ts';

/** Made before the transaction: hashing takes longer than a commit. */
export interface Credentials {
  /** null: nobody can sign in with a password. */
  passwordHash: string | null;
  apiKeyHash: string;
  apiKeyBox: string;
}

export interface NewPerson extends Credentials {
  email: string;
  fullName: string;
  role: Role;
  isSystem?: boolean;
  /** Created for someone else, who has not signed in yet. */
  awaitsFirstSignIn?: boolean;
  grants?: readonly Grant[];
  /** Their language, if it is known; by default that of new users. */
  language?: string;
  /** These settings take precedence over the defaults for new users. */
  settings?: Readonly<Record<string, unknown>>;
  /** Kind and owner of a bot. */
  bot?: { type: number; ownerId: number };
}

export function newCredentials(
  secrets: Secrets,
  passwordHash: string | null,
): Credentials & { apiKey: string } {
  const apiKey = newApiKey();
  return {
    apiKey,
    passwordHash,
    apiKeyHash: hashApiKey(secrets, apiKey),
    apiKeyBox: sealApiKey(secrets, apiKey),
  };
}

/** A language as a setting of a user or organization; undefined for the default. */
export const chosenLanguage = (language: string | undefined): { default_language?: string } =>
  language === undefined || language === userSettingDefaults.default_language
    ? {}
    : { default_language: language };

/** Languages of the interface that usually go with a 12-hour clock. */
const withTwelveHours: ReadonlySet<string> = new Set(['en', 'ar']);

/** Settings of a new account that follow from its language. */
const accustomed = (language: string): Readonly<Record<string, unknown>> => ({
  ...chosenLanguage(language),
  ...(withTwelveHours.has(language) ? {} : { twenty_four_hour_time: true }),
});

export async function insertPerson(tx: Tx, orgId: number, person: NewPerson): Promise<number> {
  const [id] = await insertPeople(tx, orgId, [person]);
  if (id === undefined) throw new Error('Nobody was inserted.');
  return id;
}

/** @returns their ids in the order of `people`, whose addresses differ */
export async function insertPeople(
  tx: Tx,
  orgId: number,
  people: readonly NewPerson[],
): Promise<readonly number[]> {
  const defaults = people.map((person) => getDefaults(tx, orgId, person));
  const rows = await tx.q
    .insertInto('person')
    .values(people.map((person, i) => toRow(tx, orgId, person, defaults[i] ?? {})))
    .returning(['id', 'email_key'])
    .execute();
  const ids = new Map(rows.map(({ id, email_key }) => [email_key, id]));
  const inOrder = people.map(({ email }) => ids.get(emailKey(email)) ?? 0);
  for (const [i, id] of inOrder.entries())
    if (hidesAddress(defaults[i] ?? {})) await hideAddress(tx, orgId, id);
  return inOrder;
}

/**
 * The settings that differ from the server's defaults. The organization's choices for new users take precedence over those that
 * follow from a language; the person's own language and settings take precedence over both.
 */
function getDefaults(tx: Tx, orgId: number, person: NewPerson): Readonly<Record<string, unknown>> {
  const { language, settings } = person;
  const chosen = { ...(language === undefined ? {} : { default_language: language }), ...settings };
  const isNewcomer = orgId === tx.orgId && !person.isSystem && !person.bot;
  if (!isNewcomer) return language === undefined ? { ...settings } : { ...accustomed(language), ...chosen };
  const usual = accustomed(language ?? organizationSettings(tx.cache).default_language);
  return { ...usual, ...tx.cache.organization.memberDefaults, ...chosen };
}

function toRow(
  tx: Tx,
  orgId: number,
  person: NewPerson,
  settings: Readonly<Record<string, unknown>>,
): Insertable<Schema['person']> {
  const isSystem = person.isSystem ?? false;
  return {
    org_id: orgId,
    email: person.email,
    email_key: emailKey(person.email),
    delivery_email: person.email,
    delivery_email_key: emailKey(person.email),
    full_name: person.fullName,
    role: person.role,
    is_active: 1,
    is_bot: isSystem || person.bot ? 1 : 0,
    bot_type: isSystem ? 1 : (person.bot?.type ?? null),
    bot_owner_id: person.bot?.ownerId ?? null,
    is_system: isSystem ? 1 : 0,
    is_imported_stub: 0,
    is_deleted: 0,
    date_joined: tx.now,
    timezone: '',
    avatar_source: 'J',
    avatar_version: 1,
    password_hash: person.passwordHash,
    api_key_hash: person.apiKeyHash,
    api_key_box: person.apiKeyBox,
    first_sign_in_at: person.awaitsFirstSignIn ? null : tx.now,
    grants: JSON.stringify(person.grants ?? []),
    settings: JSON.stringify(settings),
  };
}
