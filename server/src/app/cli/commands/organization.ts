import {
  NewOrganizationOptions,
  makeOrganization,
  updateOrganization,
  setOrganizationActive,
} from '../../../features/organization/index.ts';
import { adminCommand } from '../admin-command.ts';
import { Exact, Type } from '../../../../../wire/core.ts';
import { isoTime, listAccounts, findOwner } from '../../../core/users/index.ts';
import { organizationUrl } from '../../../http/urls.ts';
import { Compile } from 'typebox/compile';
import { UpdateOrganizationParams } from '../../../../../wire/update-organization.ts';
import { organizationFor } from '../lookup.ts';
import { CommandError } from '../../../lib/command-error.ts';
import { parseForeignJson } from '../../../lib/json-depth.ts';

/** `heddle organization create` */
export const orgCreate = adminCommand({
  options: NewOrganizationOptions,
  run: async (app, options) => ({ ...(await makeOrganization(app, options, 'warn')) }),
});

/** Lists the organizations of the server. */
export const organizationList = adminCommand({
  options: Exact({}),
  async run(app) {
    const organizations = [];
    for (const { id } of app.organizations.names) {
      const cache = await app.organizations.cache(id);
      const { name, subdomain, isDeactivated, createdAt } = cache.organization;
      const people = listAccounts(cache).filter(({ isBot, isActive }) => isActive && !isBot);
      organizations.push({
        id,
        subdomain,
        name,
        url: organizationUrl(app, subdomain),
        is_active: !isDeactivated,
        active_users: people.length,
        created: isoTime(createdAt),
      });
    }
    return { organizations };
  },
});

const OrganizationSetOptions = Exact({
  setting: Type.String(),
  /** JSON, or plain text. */
  value: Type.String(),
  org: Type.Optional(Type.String()),
});

/** Changes one setting of an organization like PATCH /realm, with the permissions of an owner. */
export const organizationSet = adminCommand({
  options: OrganizationSetOptions,
  async run(app, { setting, value, org }) {
    const params = parsedSetting(setting, value);
    const { orgId } = await organizationFor(app, org);
    const { values, permissions, description } = await app.db.write(orgId, 'system', (tx) =>
      updateOrganization(tx, findOwner(tx.cache), params, app.config),
    );
    const changed = Object.keys({ ...values, ...permissions }).length > 0 || description !== undefined;
    return { realm_id: orgId, setting, value: Object.values(params)[0], changed };
  },
});

function parsedSetting(setting: string, text: string): UpdateOrganizationParams {
  const names = Object.keys(UpdateOrganizationParams.properties);
  if (!names.includes(setting))
    throw new CommandError(`Unknown setting ${JSON.stringify(setting)}. Use one of: ${names.join(', ')}.`);
  const check = Compile(UpdateOrganizationParams);
  for (const value of [parsedJson(text), text]) {
    const params = { [setting]: value };
    if (value !== undefined && check.Check(params)) return params;
  }
  throw new CommandError(`${setting} cannot be ${JSON.stringify(text)}.`);
}

function parsedJson(text: string): unknown {
  try {
    return parseForeignJson(text);
  } catch {
    return undefined;
  }
}

/** Deactivates an organization, so that nobody can sign in, or reactivates it unchanged. */
export const organizationSetActive = adminCommand({
  options: Exact({ active: Type.Boolean(), org: Type.Optional(Type.String()) }),
  async run(app, { active, org }) {
    const { orgId, organization } = await organizationFor(app, org);
    const changed = await app.db.write(orgId, 'system', (tx) => setOrganizationActive(tx, active));
    return { realm_id: orgId, name: organization.name, is_active: active, changed };
  },
});
