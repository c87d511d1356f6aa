/** What of profile fields and of what people keep for themselves would not come, for a dry run. */
import { profileFieldType, type CustomProfileField } from '../../../../wire/profile-fields.ts';
import type { OrganizationCache } from '../../core/organization/index.ts';
import { checkedValue } from '../../features/profile-fields/index.ts';
import { parseForeignJson } from '../../lib/json-depth.ts';
import { isIn } from '../../lib/objects.ts';
import { errorMessage } from '../../lib/thrown.ts';
import type { FieldRecord, PersonalRecord, ScheduledEntry } from './records.ts';
import type { ReportBuilder } from './report.ts';
import { lostReasons } from './write/personal/lost-reasons.ts';
import { isPolicy } from './write/personal/personal.ts';
import type { ProfileFields } from './write/profile-fields.ts';

interface PersonalParts {
  cache: OrganizationCache;
  report: ReportBuilder;
  fields: ProfileFields;
  /** IDs of channels and conversations that come. */
  places: ReadonlySet<string>;
  people: ReadonlySet<string>;
}

export class PersonalRehearsal {
  readonly #parts: PersonalParts;
  readonly #fields = new Map<string, CustomProfileField>();

  constructor(parts: PersonalParts) {
    this.#parts = parts;
  }

  addField({ id, name, hint, type, data, ...flags }: FieldRecord): void {
    const { report, fields } = this.#parts;
    const known = Object.values(profileFieldType);
    if (!isIn(known, type) || fields.isTaken(name)) {
      const reason = isIn(known, type)
        ? 'The organization has one of this name.'
        : 'It is of an unknown kind.';
      report.problem(`profile field ${name}`, `It does not come with its values: ${reason}`);
      return;
    }
    this.#fields.set(id, {
      id: this.#fields.size + 1,
      name,
      hint,
      type,
      field_data: data,
      order: 0,
      required: flags.isRequired,
      editable_by_user: flags.isEditable,
    });
  }

  addPersonal({ id, values, topics, scheduled }: PersonalRecord): void {
    const { report, places } = this.#parts;
    for (const { field, value } of values) {
      const lost = this.#checkValue(field, value);
      if (lost !== undefined) report.problem(`profile of ${id}`, `${lostReasons.value}${lost}`);
    }
    for (const { channel, policy } of topics)
      if (!places.has(channel) || !isPolicy(policy)) report.problem(`person ${id}`, lostReasons.topic);
    for (const one of scheduled) if (!this.#comes(one)) report.problem(`person ${id}`, lostReasons.scheduled);
  }

  #comes({ place }: ScheduledEntry): boolean {
    if ('channel' in place) return this.#parts.places.has(place.channel);
    return place.direct.some((one) => this.#parts.people.has(one));
  }

  /** @returns why the value cannot be one here */
  #checkValue(fieldId: string, value: string): string | undefined {
    const field = this.#fields.get(fieldId);
    if (!field) return lostReasons.field;
    try {
      if (field.type === profileFieldType.users) parseForeignJson(value);
      else checkedValue(this.#parts.cache, field, value);
      return undefined;
    } catch (error) {
      return errorMessage(error);
    }
  }
}
