/** Previews of links, cached or fetched: concurrent requests for one link share a fetch. */
import { type AppContext, defineService } from '../../core/context/index.ts';
import type { WebsitePreview } from '../../lib/markdown/website-embeds.ts';
import { getForeignSite } from '../../lib/net/foreign-site.ts';
import { KeyedMutex } from '../../lib/mutex.ts';
import { RateLimiter } from '../../lib/rate-limiter.ts';
import { fetchPreview, type FetchResult } from './fetch-preview.ts';
import { createHash } from 'node:crypto';
import type { Db } from '../../db/db.ts';
import { expiry, type Tx } from '../../core/log/index.ts';
import { parseStored } from '../../lib/json.ts';

export interface FoundPreviews {
  /** By link, in the order of the links. */
  previews: ReadonlyMap<string, WebsitePreview>;
  /** When to retry links that were deferred by a limit. */
  retryAt: number | undefined;
}

/** Thrown internally if a limit is reached. */
class Deferred extends Error {
  readonly until: number;

  constructor(until: number) {
    super('too many fetches');
    this.until = until;
  }
}

const mostAtOnce = 16;
/** The rest is for others, whatever the pages of one organization take. */
const mostOfOrganization = 4;
/** A link that waits longer is deferred. */
const longestWaitMs = 10_000;
const minute = 60;
const hourly = 3600;
const hostRules = [{ seconds: minute, count: 30 }];
const organizationRules = [
  { seconds: minute, count: 120 },
  { seconds: hourly, count: 1200 },
];
const serverRules = [{ seconds: minute, count: 600 }];

type Needs = Pick<AppContext, 'db' | 'clock' | 'config' | 'services'>;
type CachedPreview = WebsitePreview | null;

class WebsitePreviews {
  readonly #app: Needs;
  readonly #underWay = new Map<string, Promise<CachedPreview>>();
  readonly #mutex = new KeyedMutex();
  readonly #limits = [hostRules, organizationRules, serverRules].map((rules) => new RateLimiter(rules));
  #turns = 0;
  /** Organizations take turns of their own before those of all. */
  #ownTurns = 0;

  constructor(app: Needs) {
    this.#app = app;
  }

  async find(orgId: number, links: readonly string[]): Promise<FoundPreviews> {
    const found = await Promise.allSettled(links.map((link) => this.#get(orgId, link)));
    const previews = new Map<string, WebsitePreview>();
    let retryAt: number | undefined;
    for (const [index, result] of found.entries()) {
      if (result.status === 'fulfilled') {
        if (result.value) previews.set(links[index] ?? '', result.value);
      } else if (result.reason instanceof Deferred) retryAt = Math.max(retryAt ?? 0, result.reason.until);
      else throw result.reason;
    }
    return { previews, retryAt };
  }

  #get(orgId: number, link: string): Promise<CachedPreview> {
    const key = `${orgId} ${link}`;
    let got = this.#underWay.get(key);
    if (!got) {
      got = this.#look(orgId, link).finally(() => this.#underWay.delete(key));
      this.#underWay.set(key, got);
    }
    return got;
  }

  async #look(orgId: number, link: string): Promise<CachedPreview> {
    const cached = await cachedPreview(this.#app.db.read, orgId, link, this.#app.clock.now());
    if (cached !== undefined) return cached;
    const fetched = await this.#inTurn(orgId, link, () =>
      fetchPreview(link, { reachable: this.#app.config.reachableNetworks }),
    );
    await this.#app.db.write(orgId, 'system', (tx) => storePreview(tx, link, fetched));
    return fetched.preview ?? null;
  }

  /** Limits concurrent fetches, per site to one, however many hosts it has. @throws Deferred */
  #inTurn<T>(orgId: number, link: string, work: () => Promise<T>): Promise<T> {
    const askedAt = performance.now();
    const host = URL.parse(link)?.hostname ?? '';
    const ownTurn = `organization ${orgId} ${this.#ownTurns++ % mostOfOrganization}`;
    return this.#alone(`site ${getForeignSite(link)}`, () =>
      this.#alone(ownTurn, () =>
        this.#alone(`turn ${this.#turns++ % mostAtOnce}`, () => {
          if (performance.now() > askedAt + longestWaitMs) throw new Deferred(this.#app.clock.now());
          this.#count([host, String(orgId), '']);
          return work();
        }),
      ),
    );
  }

  async #alone<T>(key: string, work: () => Promise<T>): Promise<T> {
    const leave = await this.#mutex.lock([key]);
    try {
      return await work();
    } finally {
      leave();
    }
  }

  /** @param keys One for each limit, in the same order. */
  #count(keys: readonly string[]): void {
    const now = this.#app.clock.now();
    const waits = this.#limits.map((limit, i) => limit.check(keys[i] ?? '', now).retryAfter);
    const wait = Math.max(...waits);
    if (wait > 0) throw new Deferred(now + wait * 1000);
    for (const [i, limit] of this.#limits.entries()) limit.use(keys[i] ?? '', now);
  }
}

const service = defineService(function websitePreviews(app: Needs) {
  return new WebsitePreviews(app);
});

/** @throws Error if the database fails. After a failed fetch the link has no preview. */
export const findPreviews = (app: Needs, orgId: number, links: readonly string[]): Promise<FoundPreviews> =>
  service(app).find(orgId, links);

// Caches the metadata of pages per organization, so that it does not reveal links of other organizations. The number of
// rows is bounded by the rate limits on fetching.

const hour = 3600_000;
const keptMs = 24 * hour;
/** After temporary failures. */
const keptAfterFailureMs = hour / 4;

const urlKey = (link: string): string => createHash('sha256').update(link).digest('base64url');

/** Undefined if it is not cached; null for a page without a preview. */
async function cachedPreview(
  db: Db,
  orgId: number,
  link: string,
  now: number,
): Promise<WebsitePreview | null | undefined> {
  const row = await db.q
    .selectFrom('website_preview')
    .select('preview')
    .where('org_id', '=', orgId)
    .where('url_key', '=', urlKey(link))
    .where('expires_at', '>', now)
    .executeTakeFirst();
  if (!row) return undefined;
  return row.preview === null ? null : parseStored(row.preview);
}

async function storePreview(tx: Tx, link: string, { preview, isPassing }: FetchResult): Promise<void> {
  const stored = {
    preview: preview ? JSON.stringify(preview) : null,
    expires_at: tx.now + (isPassing ? keptAfterFailureMs : keptMs),
  };
  await tx.q
    .insertInto('website_preview')
    .values({ org_id: tx.orgId, url_key: urlKey(link), ...stored })
    .onConflict((oc) => oc.columns(['org_id', 'url_key']).doUpdateSet(stored))
    .execute();
}

export const deleteExpiredPreviews = expiry(
  (tx, limit) =>
    tx.q
      .selectFrom('website_preview')
      .select(['org_id', 'url_key'])
      .where('expires_at', '<=', tx.now)
      .limit(limit)
      .execute(),
  async (tx, rows) => {
    for (const { org_id, url_key } of rows)
      await tx.q
        .deleteFrom('website_preview')
        .where('org_id', '=', org_id)
        .where('url_key', '=', url_key)
        .execute();
  },
);
