/** Decides which profile fields of an export come, for an import and for its dry run. */
import { creationLimits } from '../../../../../wire/creation-limits.ts';
import { profileFieldLimits, profileFieldType } from '../../../../../wire/profile-fields.ts';
import type { Db } from '../../../db/db.ts';
import { nameKey, tidySpaces, truncate, withoutForbidden } from '../../../lib/text.ts';
import type { ReportBuilder } from '../report.ts';

const { most } = creationLimits['profile-fields.too-many'];

interface KnownField {
  /** Undefined in a dry run, for a field that the import would create. */
  id: number | undefined;
  /** Others do not take imported values. */
  isText: boolean;
}

interface ImportedField {
  id: number | undefined;
  name: string;
  key: string;
}

/** The fields of an organization, by the keys of their names. */
export async function readFields(db: Pick<Db, 'q'>, orgId: number): Promise<Map<string, KnownField>> {
  const rows = await db.q
    .selectFrom('profile_field')
    .select(['id', 'name_key', 'type'])
    .where('org_id', '=', orgId)
    .execute();
  const textTypes: readonly number[] = [profileFieldType.shortText, profileFieldType.paragraph];
  return new Map(rows.map(({ id, name_key: key, type }) => [key, { id, isText: textTypes.includes(type) }]));
}

export class ProfileFields {
  readonly #known: Map<string, KnownField>;
  readonly #refused: Set<string>;
  readonly #report: ReportBuilder;

  /** @param refused Keys of fields that were reported as not coming: each is reported once, not for each account. */
  constructor(known: Map<string, KnownField>, refused: Set<string>, report: ReportBuilder) {
    this.#known = known;
    this.#refused = refused;
    this.#report = report;
  }

  get size(): number {
    return this.#known.size;
  }

  /** Has no id if it is to be created. Undefined if it cannot come. */
  find(given: string): ImportedField | undefined {
    const name = truncate(tidySpaces(withoutForbidden(given.toWellFormed())), profileFieldLimits.nameLength);
    if (name === '') return undefined;
    const key = nameKey(name);
    const known = this.#known.get(key);
    if (known?.isText === true) return { id: known.id, name, key };
    if (!known && this.#known.size < most) return { id: undefined, name, key };
    const reason = known
      ? 'The organization has one of another type.'
      : `An organization has at most ${most} profile fields, so its values do not come.`;
    this.#refuse(name, key, reason);
    return undefined;
  }

  isTaken(name: string): boolean {
    return this.#known.has(nameKey(tidySpaces(name)));
  }

  add({ key, id }: Pick<ImportedField, 'key' | 'id'>): void {
    this.#known.set(key, { id, isText: true });
  }

  #refuse(name: string, key: string, reason: string): void {
    if (this.#refused.has(key)) return;
    this.#refused.add(key);
    this.#report.problem(`profile field ${name}`, reason);
  }
}

/** An imported value as it is stored; '' for none. */
export const tidyValue = (given: string): string => tidySpaces(withoutForbidden(given.toWellFormed()));
