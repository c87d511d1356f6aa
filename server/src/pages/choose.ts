/** GET /choose: chooses an organization, on the root host of a server with several. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AppContext } from '../core/context/index.ts';
import { organizationUrl } from '../http/urls.ts';
import { textsFor } from './layout/language.ts';
import { guard, sendPage } from './layout/layout.ts';
import { choosePage } from './sign-in-pages.ts';
import { knownSite } from './viewer.ts';
import { queryParam } from '../http/request/values.ts';
import { sql, type Kysely } from 'kysely';
import type { OrganizationSettings } from '../../../wire/organization.ts';
import type { Schema } from '../db/schema.ts';

// The organizations that are listed publicly, on the page that chooses one.

/** Most organizations on the page. */
const mostListed = 200;

/** As in the JSON of the settings, in which quotes within values are escaped. */
const isListedSetting = JSON.stringify({
  want_advertise_in_communities_directory: true,
} satisfies Partial<OrganizationSettings>).slice(1, -1);

/** Has the conditions of the partial index `organization_listed` as literals, without which the index is not used. */
export const selectListed = (q: Kysely<Schema>) =>
  q
    .selectFrom('organization')
    .select(['name', 'subdomain'])
    .where('is_deactivated', '=', sql.lit(0))
    .where('settings', 'like', sql.lit(`%${isListedSetting}%`))
    .orderBy('id')
    .limit(mostListed);

export function mountChoose(fastify: FastifyInstance, app: AppContext): void {
  fastify.get('/choose', { config: { callers: 'anyone' } }, (request, reply) => choose(app, request, reply));
}

async function choose(app: AppContext, request: FastifyRequest, reply: FastifyReply) {
  if (!knownSite(app, request, reply)) return reply;
  const typed = queryParam(request, 'address')?.trim() ?? '';
  const to = typed === '' ? undefined : organizationAt(app, typed);
  if (to !== undefined) return guard(reply).redirect(to, 303);
  const t = textsFor(request);
  const root = new URL(organizationUrl(app, ''));
  const form = { typed, example: `weavers.${root.host}`, places: await listedOrganizations(app) };
  const page = choosePage(t, typed === '' ? form : { ...form, problem: t('choose.unknown') });
  // Browsers check redirects after a form against `form-action` of its page.
  const targets = `${root.origin} ${root.protocol}//*.${root.host}`;
  return sendPage(reply, page, typed === '' ? 200 : 404, { formTargets: targets });
}

/**
 * Organizations that are listed publicly. Anyone may request this page, so it must not load the caches of all
 * organizations.
 */
async function listedOrganizations(app: AppContext): Promise<{ name: string; url: string }[]> {
  const rows = await selectListed(app.db.read.q).execute();
  return rows.map(({ name, subdomain }) => ({ name, url: organizationUrl(app, subdomain) }));
}

/** The URL of an organization, by its subdomain, host name, or the URL of one of its pages. */
function organizationAt(app: AppContext, typed: string): string | undefined {
  const url = URL.parse(/^https?:/i.test(typed) ? typed : `http://${typed}`);
  if (!url) return undefined;
  const root = new URL(organizationUrl(app, '')).hostname;
  const host = url.hostname;
  const isBelow = host.endsWith(`.${root}`);
  const subdomain = host === root ? '' : isBelow ? host.slice(0, -root.length - 1) : host;
  const found = app.organizations.names.find((name) => name.subdomain === subdomain);
  return found && organizationUrl(app, found.subdomain);
}
