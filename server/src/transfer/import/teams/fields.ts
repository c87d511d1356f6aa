/** What becomes of the fields of Teams, by their names in lower case. */
import { repeating, type FieldFate, type Tally } from '../reading/tally.ts';
import { parseTimeText } from '../iso-time.ts';

const read = (names: string): Readonly<Record<string, FieldFate>> =>
  Object.fromEntries(names.split(' ').map((name) => [name, 'read'] as const));

const fates = {
  person: {
    ...read('id displayname mail userprincipalname usertype accountenabled'),
    ...repeating('givenname surname preferredlanguage @odata.type @odata.id'),
    jobtitle: { without: 'Only names and addresses of people come.' },
    mobilephone: { without: 'Only names and addresses of people come.' },
    businessphones: { without: 'Only names and addresses of people come.' },
    officelocation: { without: 'Only names and addresses of people come.' },
  },
  channel: {
    ...read('id displayname description membershiptype'),
    ...repeating(
      'createddatetime email weburl tenantid isfavoritebydefault isarchived @odata.type layouttype',
    ),
  },
  message: {
    ...read('id body createddatetime lastediteddatetime deleteddatetime subject replytoid from attachments'),
    ...read('mentions reactions channelidentity chatid messagetype'),
    ...repeating('etag lastmodifieddatetime importance locale weburl summary policyviolation eventdetail'),
    ...repeating(
      'messagehistory replies replies@odata.context replies@odata.count @odata.type @odata.context',
    ),
    hostedcontents: { without: 'Pictures in texts need a session of Teams.' },
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, FieldFate>>>>;

export function lookAt(kind: keyof typeof fates, row: Row, tally: Tally, place: string): void {
  tally.look(kind, row.values, fates[kind], place);
}

/** One object of an export, with case-insensitive names: the tool uses PascalCase, Graph camelCase. */
export class Row {
  readonly #values = new Map<string, unknown>();

  constructor(value: unknown) {
    if (typeof value !== 'object' || value === null) return;
    for (const [name, one] of Object.entries(value)) this.#values.set(name.toLowerCase(), one);
  }

  /** By lower-case names. */
  get values(): Readonly<Record<string, unknown>> {
    return Object.fromEntries(this.#values);
  }

  text(name: string): string {
    const value = this.#values.get(name);
    return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
  }

  is(name: string): boolean {
    return this.#values.get(name) === true;
  }

  row(name: string): Row {
    return new Row(this.#values.get(name));
  }

  rows(name: string): Row[] {
    const value = this.#values.get(name);
    return Array.isArray(value) ? value.map((one) => new Row(one)) : [];
  }

  time(name: string): number | undefined {
    const { ms = 0 } = parseTimeText(this.text(name)) ?? {};
    return ms <= 0 ? undefined : ms;
  }
}
