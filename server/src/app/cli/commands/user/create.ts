/** Creates an account. */
import { Exact, Type } from '../../../../../../wire/core.ts';
import { auditUser } from '../../../../core/audit/index.ts';
import { checkPersonInput, newCredentials } from '../../../../core/users/index.ts';
import { addPerson } from '../../../../features/users/index.ts';
import { hashPassword } from '../../../../lib/passwords.ts';
import { adminCommand } from '../../admin-command.ts';
import { organizationFor, roleNamed } from '../../lookup.ts';

const Options = Exact({
  email: Type.String(),
  name: Type.String(),
  password: Type.String(),
  role: Type.String(),
  org: Type.Optional(Type.String()),
});

export default adminCommand({
  options: Options,
  async run(app, { email: givenEmail, name, password: givenPassword, role: roleName, org }) {
    const role = roleNamed(roleName);
    const cache = await organizationFor(app, org);
    const { email, fullName, password, warning } = await checkPersonInput(
      { email: givenEmail, fullName: name, password: givenPassword },
      'warn',
      cache,
    );
    const { apiKey, ...credentials } = newCredentials(app.secrets, await hashPassword(password));
    const userId = await app.db.write(cache.orgId, 'system', async (tx) => {
      const id = await addPerson(tx, { email, fullName, role, awaitsFirstSignIn: true, ...credentials });
      await auditUser(tx, { id, isBot: false }, 'create', { after: { role, delivery_email: email } });
      return id;
    });
    return {
      user_id: userId,
      email,
      api_key: apiKey,
      ...(warning === undefined ? {} : { warning }),
    };
  },
});
