/** Reads the accounts of people and bots. */
import { fieldsIn } from '../../../lib/objects.ts';
import type { Input } from '../input/input.ts';
import { jsonElements } from '../input/json-elements.ts';
import { problem, type PersonRecord, type ProblemRecord, type SourceRecord } from '../records.ts';
import { isUnknownAudience } from './people.ts';
import { id, number, text, type Row } from './tables.ts';

const roles: Readonly<Record<number, PersonRecord['role']>> = {
  100: 'owner',
  200: 'administrator',
  300: 'moderator',
  400: 'member',
  600: 'guest',
};

/** The role as versions wrote it before roles had numbers. */
function formerRole(row: Row): PersonRecord['role'] {
  if (row.is_guest === true) return 'guest';
  if (row.is_realm_owner === true) return 'owner';
  return row.is_realm_admin === true ? 'administrator' : 'member';
}

/** What of the access to and of an account is not known. */
export function* accessOfAccount(row: Row): Generator<SourceRecord> {
  const place = `person ${text(row.full_name)}`;
  if (row.role !== undefined && roles[number(row.role)] === undefined)
    yield {
      kind: 'access',
      change: 'wider',
      place,
      reason: `Its role there, ${JSON.stringify(row.role)}, is unknown here: it is a member, which may be more than there.`,
    };
  if (isUnknownAudience(row))
    yield {
      kind: 'access',
      change: 'narrower',
      place,
      reason: 'Who sees its address there is unknown here: nobody does until the person changes it.',
    };
}

export interface Origin {
  isForeign: boolean;
  /** Paths of pictures, by user ID. */
  avatars: ReadonlyMap<string, string>;
}

export function convertPerson(
  row: Row,
  { isForeign, avatars }: Origin,
  place: string,
): PersonRecord | ProblemRecord {
  const personId = id(row.id);
  if (personId === '') return problem(place, 'The account has no ID.');
  const avatar = row.avatar_source === 'U' ? avatars.get(personId) : undefined;
  return {
    kind: 'person',
    id: personId,
    name: text(row.full_name) || text(row.email) || personId,
    email: text(row.delivery_email) || text(row.email) || undefined,
    role: row.role === undefined ? formerRole(row) : (roles[number(row.role)] ?? 'member'),
    isActive: row.is_active !== false && !isForeign,
    isBot: row.is_bot === true,
    ...(isForeign && row.is_bot !== true ? { isForeign: true } : {}),
    timezone: text(row.timezone) || undefined,
    avatar:
      avatar === undefined
        ? undefined
        : { id: `avatar:${personId}`, name: 'avatar.png', contentType: 'image/png', path: avatar },
  };
}

/** Paths of the pictures that people uploaded, by user ID. */
export async function readAvatars(input: Input, folder: string): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const path = `${folder}avatars/records.json`;
  if (!input.files.has(path)) return found;
  try {
    for await (const some of jsonElements(await input.open(path)))
      for (const one of some) {
        const row = fieldsIn('value' in one ? one.value : undefined);
        const file = `${folder}avatars/${text(row.path)}`;
        const isBetter = !found.has(id(row.user_profile_id)) || file.endsWith('.original');
        if (input.files.has(file) && isBetter) found.set(id(row.user_profile_id), file);
      }
  } catch {
    // Avatars are optional.
  }
  return found;
}
