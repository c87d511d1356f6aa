/** The names and IDs of the people and channels of an export, to which its texts refer. */

const narrow = /#narrow\/(?:(?:channel|stream)\/(\d+)(?:-([^/]*))?|(?:dm|pm-with)\/([\d,]+)(?:-[^/]*)?)\//;

export class ExportNames {
  readonly #people = new Map<string, string>();
  readonly #peopleIds = new Set<string>();
  readonly #channels = new Map<string, string>();
  readonly #nameOfChannel = new Map<string, string>();

  addPerson(id: string, name: string): void {
    this.#people.set(name, id);
    this.#peopleIds.add(id);
  }

  addChannel(id: string, name: string): void {
    this.#channels.set(name, id);
    this.#nameOfChannel.set(id, name);
  }

  userNamed(name: string): string | undefined {
    return this.#people.get(name);
  }

  channelNamed(name: string): string | undefined {
    return this.#channels.get(name);
  }

  /** Whether a link leads into a conversation of this organization: one of another server may have the same ID. */
  isOwn(link: string): boolean {
    const [, channel, slug, people] = narrow.exec(link) ?? [];
    if (people !== undefined) return people.split(',').every((one) => this.#peopleIds.has(one));
    const name = this.#nameOfChannel.get(channel ?? '');
    return name !== undefined && (slug === undefined || decode(slug) === name.replaceAll(' ', '-'));
  }
}

/** As Zulip writes names in addresses. */
function decode(slug: string): string {
  try {
    return decodeURIComponent(slug.replaceAll('.', '%'));
  } catch {
    return slug;
  }
}
