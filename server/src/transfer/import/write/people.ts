/** Imports accounts: matched by email address, or created without a password. */
import { createHash } from 'node:crypto';
import { roles, type Role, limits } from '../../../../../wire/core.ts';
import type { Tx } from '../../../core/log/index.ts';
import { insertPerson, newCredentials, parsedEmail, systemBotEmail } from '../../../core/users/index.ts';
import type { User } from '../../../core/organization/index.ts';
import { isTimeZone } from '../../../lib/i18n/time-zone.ts';
import { emailKey, tidySpaces, truncate, withoutForbidden } from '../../../lib/text.ts';
import type { MessageRecord, PersonRecord } from '../records.ts';
import { addressVisibility, noteAddressAudience } from './address-audience.ts';
import { planBot, storeBotPlan } from './bots.ts';
import type { ImportContext } from './context.ts';
import { deactivateUnused } from './later/left.ts';
import { nameStubs } from './later/named.ts';
import { storeItems, type Item } from './items.ts';

const roleByName = {
  owner: roles.owner,
  administrator: roles.administrator,
  moderator: roles.moderator,
  member: roles.member,
  guest: roles.guest,
} as const satisfies Record<PersonRecord['role'], Role>;

/** Imports those who do not exist yet. */
export async function writePeople(context: ImportContext, records: readonly PersonRecord[]): Promise<void> {
  const { app, orgId, people, report } = context;
  const seen = new Set<string>();
  // An export may list a person twice.
  const fresh = records.filter(({ id }) => !people.has(id) && !seen.has(id) && seen.add(id));
  report.count('people', 'found', records.length);
  const before = records.filter(({ id }) => people.has(id));
  await nameStubs(context, before);
  await deactivateUnused(context, before);
  report.count('people', 'known', records.length - fresh.length);
  if (fresh.length === 0) return;
  // Encrypting keys takes time, so it is done before the transaction.
  const prepared = fresh.map((record) => ({ record, credentials: newCredentials(app.secrets, null) }));
  const added = await app.db.write(orgId, 'system', async (tx) => {
    const items: (Item & { record: PersonRecord })[] = [];
    const emails = new Map<string, number>();
    const known = new Map(people);
    for (const { record, credentials } of prepared) {
      const own = record.systemBot && tx.cache.users.find('email', systemBotEmail(record.systemBot));
      if (own) {
        items.push({ key: record.id, localId: own.id, isOurs: false, record });
        continue;
      }
      const given = record.email === undefined ? undefined : parsedEmail(record.email);
      const user = given === undefined ? undefined : findByEmail(tx, given);
      // No imported person is matched with a system account.
      const email = user?.isSystem === true ? undefined : given;
      const found = email === undefined ? undefined : (emails.get(emailKey(email)) ?? user?.id);
      const localId =
        found ?? (await insertImported(tx, { ...context, people: known }, record, email, credentials));
      if (email !== undefined) emails.set(emailKey(email), localId);
      known.set(record.id, localId);
      if (found !== undefined && context.isNew) await adoptOwner(tx, context, found, record);
      items.push({ key: record.id, localId, isOurs: found === undefined, record });
    }
    await tx.touch({ users: items.map(({ localId }) => localId) });
    await storeItems(tx, context, 'person', items);
    return items;
  });
  for (const { key, localId, isOurs, record } of added) {
    people.set(key, localId);
    noteIn(context, record, localId, isOurs === true);
  }
}

function noteIn(
  { report, cache }: ImportContext,
  record: PersonRecord,
  localId: number,
  isOurs: boolean,
): void {
  const user = cache.users.get(localId);
  report.count('people', isOurs ? 'added' : 'known');
  if (record.systemBot !== undefined) {
    report.mapped(
      'people',
      `${record.name} (${record.id})`,
      `${user?.fullName ?? ''}, the bot of this server`,
    );
    return;
  }
  const hasEmail = record.email !== undefined && parsedEmail(record.email) !== undefined;
  if (!hasEmail && record.isBot !== true) report.report.without_email++;
  if (hasEmail && isOurs) noteAddressAudience(report, record);
  if (record.email !== undefined && !hasEmail) report.problem(...notAnAddress(record));
  const what = isOurs
    ? `new account ${String(localId)}`
    : `account ${String(localId)}, found by email address`;
  report.mapped(
    'people',
    `${record.name} (${record.id})`,
    `${user?.fullName ?? ''} <${user?.deliveryEmail ?? ''}>, ${what}`,
  );
}

export const notAnAddress = ({ id, email }: PersonRecord): [place: string, reason: string] => [
  `person ${id}`,
  `"${email ?? ''}" is no email address; a placeholder takes its place.`,
];

/** The author of a message whom no list contains. */
export const unlistedAuthor = ({
  sender,
  senderName,
  senderIsBot = false,
}: Pick<MessageRecord, 'sender' | 'senderName' | 'senderIsBot'>): PersonRecord => ({
  kind: 'person',
  id: sender,
  name: senderName ?? sender,
  role: 'member',
  isActive: senderIsBot,
  isBot: senderIsBot,
  isForeign: !senderIsBot,
});

const findByEmail = (tx: Tx, email: string): User | undefined =>
  tx.cache.users.find('deliveryEmail', emailKey(email)) ?? tx.cache.users.find('email', emailKey(email));

/** In an organization that the import makes, who is there already is its owner, who has chosen nothing yet. */
async function adoptOwner(
  tx: Tx,
  { takesOwnerName }: ImportContext,
  userId: number,
  record: PersonRecord,
): Promise<void> {
  const { timezone = '' } = record;
  const settings = {
    ...record.settings,
    email_address_visibility: addressVisibility(tx.cache, record),
  };
  await tx.q
    .updateTable('person')
    .set({
      settings: JSON.stringify(settings),
      ...(isTimeZone(timezone) ? { timezone } : {}),
      ...(takesOwnerName ? { full_name: cleanPersonName(record.name, record.id) } : {}),
    })
    .where('id', '=', userId)
    .where('org_id', '=', tx.orgId)
    .execute();
}

async function insertImported(
  tx: Tx,
  context: ImportContext,
  record: PersonRecord,
  email: string | undefined,
  credentials: ReturnType<typeof newCredentials>,
): Promise<number> {
  const { isForeign = false, timezone = '' } = record;
  const { apiKey: _, ...sealed } = credentials;
  const plan = planBot(context, record);
  const id = await insertPerson(tx, tx.orgId, {
    email: email ?? placeholder(context, record.id),
    fullName: cleanPersonName(record.name, record.id),
    role: keptRole(context, record),
    awaitsFirstSignIn: true,
    settings: { ...record.settings, email_address_visibility: addressVisibility(tx.cache, record) },
    ...(plan ? { bot: plan } : {}),
    ...sealed,
  });
  if (plan) await storeBotPlan(tx, context, id, plan, record);
  await tx.q
    .updateTable('person')
    .set({
      is_active: record.isActive && !isForeign ? 1 : 0,
      is_imported_stub: isForeign ? 1 : 0,
      timezone: isTimeZone(timezone) ? timezone : '',
    })
    .where('id', '=', id)
    .where('org_id', '=', tx.orgId)
    .execute();
  return id;
}

/** A file must not create administrators in an organization that has users, unless the operator requests it. */
export function keptRole({ options }: ImportContext, { role }: PersonRecord): Role {
  const given = roleByName[role];
  return options.roles === true || given >= roles.member ? given : roles.member;
}

/** A reserved domain, which no mail server can have (RFC 2606). */
function placeholder({ product, sourceId }: ImportContext, id: string): string {
  const local = id
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40);
  // Different IDs may be equal after special characters are removed.
  const sum = createHash('sha256').update(id).digest('hex').slice(0, 12);
  return `${local === '' ? 'person' : local}-${sum}@${product}-${sourceId}.invalid`;
}

/** Removes what may not occur in a mention, since other products allow other names. */
export function cleanPersonName(name: string, id: string): string {
  const clean = (given: string) =>
    truncate(
      tidySpaces(
        withoutForbidden(
          given
            .toWellFormed()
            .normalize('NFC')
            .replace(/[*`\\>"@]/g, ' '),
        ),
      ).replace(/\s+/g, ' '),
      limits.fullNameLength,
    )
      .replace(/\|\d+$/, '')
      .trim();
  const tidy = clean(name);
  if ([...tidy].length >= limits.fullNameLeast) return tidy;
  return clean(`${tidy} ${id}`).length >= limits.fullNameLeast
    ? clean(`${tidy} ${id}`)
    : `Person ${id.length}`;
}
