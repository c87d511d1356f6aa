/** Changes one setting of an organization like PATCH /realm, with the permissions of an owner. */
import { findOwner } from '../../../../core/users/index.ts';
import { Compile } from 'typebox/compile';
import { Exact, Type } from '../../../../../../wire/core.ts';
import { UpdateOrganizationParams } from '../../../../../../wire/update-organization.ts';
import { updateOrganization } from '../../../../features/organization/index.ts';
import { adminCommand } from '../../admin-command.ts';
import { organizationFor } from '../../lookup.ts';
import { CommandError } from '../../../../lib/command-error.ts';
import { parseForeignJson } from '../../../../lib/json-depth.ts';

const Options = Exact({
  setting: Type.String(),
  /** JSON, or plain text. */
  value: Type.String(),
  org: Type.Optional(Type.String()),
});

export default adminCommand({
  options: Options,
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
