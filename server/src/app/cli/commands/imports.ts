import { checkedFullName, findOwner, parsedEmail, isoTime, listAccounts } from '../../../core/users/index.ts';
import { randomBytes } from 'node:crypto';
import { Exact, Type, type Static } from '../../../../../wire/core.ts';
import { checkedSubdomain, makeOrganization } from '../../../features/organization/index.ts';
import { makeResetLink, storeResetLink } from '../../../features/sign-in/index.ts';
import { OrganizationCache, type User } from '../../../core/organization/index.ts';
import { afterImport, importReadSettings, importSettings, type Dialect } from '../../../db/sql.ts';
import { ImportOptions } from '../../../transfer/import/options.ts';
import { runImport } from '../../../transfer/import/run.ts';
import { imports } from '../../../transfer/import/running.ts';
import { listRuns } from '../../../transfer/import/runs.ts';
import { emailKey } from '../../../lib/text.ts';
import { errorMessage } from '../../../lib/thrown.ts';
import type { App } from '../../open-app.ts';
import { adminCommand } from '../admin-command.ts';
import { organizationFor } from '../lookup.ts';
import { CommandError } from '../../../lib/command-error.ts';
import { hasEnded, listImports } from '../../../features/imports/index.ts';
import { audit } from '../../../core/audit/index.ts';
import type { AppContext } from '../../../core/context/index.ts';
import { readItems } from '../../../transfer/import/write/items.ts';
import { undoImport, type UndoSummary } from '../../../transfer/import/undo/index.ts';
import { planUndo } from '../../../transfer/import/undo/plan.ts';

const NewOrganization = Exact({
  name: Type.String(),
  subdomain: Type.String(),
  ownerEmail: Type.String(),
  ownerName: Type.String(),
  /** Whether the owner is called as in the export, if it has the address. */
  takesOwnerName: Type.Optional(Type.Boolean()),
});

const ImportRunOptions = Exact({
  import: ImportOptions,
  /** Creates this organization instead of importing into an existing one. */
  into: Type.Optional(NewOrganization),
});

/** `heddle import slack` and the same for the other products. */
export const importRun = adminCommand({
  options: ImportRunOptions,
  async run(app, { import: options, into }) {
    const target = await findTarget(app, options, into);
    const { cache } = target;
    // A started server has a generation; a command that opened the database itself has no other users.
    const isLive = app.generation > 0;
    const roles = options.roles ?? into !== undefined;
    const work = () =>
      imports(app).run(cache.orgId, (signal, progress) =>
        runImport(
          app,
          cache,
          { ...options, roles },
          {
            signal,
            progress,
            isLive,
            isApart: isLive,
            isNew: into !== undefined,
            takesOwnerName: into?.takesOwnerName === true,
          },
        ),
      );
    const report = isLive ? await work() : await withSettings(app, work);
    const { name, subdomain } = cache.organization;
    return { report, organization: { id: cache.orgId, name, subdomain }, ...target.made };
  },
});

async function withSettings<T>(app: App, work: () => Promise<T>): Promise<T> {
  const apply = (settings: (dialect: Dialect) => string[]) =>
    app.db.write(0, 'system', async (tx) => {
      for (const setting of settings(tx.dialect)) await tx.connection.query(setting, []);
    });
  await apply(importSettings);
  for (const setting of importReadSettings(app.db.read.dialect))
    await app.db.read.connection.query(setting, []);
  try {
    return await work();
  } finally {
    await apply(afterImport);
  }
}

interface Target {
  cache: OrganizationCache;
  made?: { owner_link: string };
}

async function findTarget(
  app: App,
  options: ImportOptions,
  into: Static<typeof NewOrganization> | undefined,
): Promise<Target> {
  if (!into) return { cache: await organizationFor(app, options.org) };
  checkNew(into);
  const existing = app.organizations.names.find(
    ({ subdomain }) => subdomain === into.subdomain.toLowerCase(),
  );
  if (existing) {
    const cache = await app.organizations.cache(existing.id);
    // An interrupted import is continued by the same command.
    const [last] = await listRuns(app, existing.id);
    const isBegun = last ? last.state !== 'done' : await isUntouched(app, cache, into.ownerEmail);
    const isSame = cache.organization.name === into.name;
    if (isSame && isBegun) return { cache };
    if (isSame && last)
      throw new CommandError(
        `This is done: ${into.name} was made and import ${last.id} has ended. To add what is new in an export, ` +
          `run it without --new${into.subdomain === '' ? '' : `, with --org ${into.subdomain}`}; see before with --again what that would change.`,
      );
    throw new CommandError(
      into.subdomain === ''
        ? 'There is an organization at the address of the server. Import into it without --new, or choose a --subdomain for the new one.'
        : `The subdomain ${into.subdomain} is already in use. Import into that organization with --org, or choose another --subdomain.`,
    );
  }
  if (options.dryRun === true) return { cache: emptyOrganization(into) };
  const password = randomBytes(24).toString('base64url');
  const { takesOwnerName: _, ...organization } = into;
  const made = await makeOrganization(app, { ...organization, ownerPassword: password, empty: true }, 'warn');
  const cache = await app.organizations.cache(made.realm_id);
  return { cache, made: { owner_link: await makeResetLink(app, cache, findOwner(cache)) } };
}

/** @throws CommandError with the name of the option */
function checkNew({ name, subdomain, ownerEmail, ownerName }: Static<typeof NewOrganization>): void {
  if (name.trim() === '') throw new CommandError('--new: Organization name cannot be blank');
  try {
    checkedSubdomain(subdomain);
  } catch (error) {
    throw new CommandError(`--subdomain: ${errorMessage(error)}`);
  }
  if (parsedEmail(ownerEmail) === undefined)
    throw new CommandError(`--owner-email: ${JSON.stringify(ownerEmail)} is not an email address.`);
  try {
    checkedFullName(ownerName);
  } catch (error) {
    throw new CommandError(`--owner-name: ${errorMessage(error)}`);
  }
}

/** A command that was killed may have created the organization and nothing else. */
async function isUntouched(app: App, cache: OrganizationCache, ownerEmail: string): Promise<boolean> {
  const people = [...cache.users.values()].filter(({ isSystem }) => !isSystem);
  if (people.length !== 1 || people[0]?.deliveryEmailKey !== emailKey(ownerEmail)) return false;
  const message = await app.db.read.q
    .selectFrom('message')
    .select('id')
    .where('org_id', '=', cache.orgId)
    .limit(1)
    .executeTakeFirst();
  return message === undefined;
}

/** A stand-in without people for an organization that does not exist yet, for a dry run. */
function emptyOrganization({ name, subdomain }: Static<typeof NewOrganization>): OrganizationCache {
  const cache = new OrganizationCache(0);
  cache.organization = {
    id: 0,
    uuid: '',
    name,
    description: '',
    subdomain,
    createdAt: 0,
    isDeactivated: false,
    settings: {},
    memberDefaults: {},
    linkifiers: [],
    playgroundLanguages: [],
    emoji: [],
    pictures: {},
    signInRules: { sessionMs: null, idleMs: null, minPasswordLength: null, confirmsFormerEmail: false },
    signInProviders: [],
  };
  return cache;
}

/** Reports the progress of the imports that a running server is doing. */
export const importProgress = adminCommand({
  options: Exact({}),
  run: (app) => Promise.resolve({ progress: imports(app).progress }),
});

/** `heddle import stop` */
export const importStop = adminCommand({
  options: Exact({}),
  run: (app) => Promise.resolve({ stopped: imports(app).stop() }),
});

/** `heddle import list` */
export const importList = adminCommand({
  options: Exact({ org: Type.Optional(Type.String()) }),
  async run(app, { org }) {
    const { orgId } = await organizationFor(app, org);
    const runs = await listRuns(app, orgId);
    // Those whose import has ended are among the runs.
    const archives = (await listImports(app.db.read, orgId)).filter((one) => !hasEnded(one));
    return {
      imports: runs.map(({ id, product, origin, state, started_at, ended_at }) => ({
        id,
        product,
        origin,
        state,
        started: isoTime(started_at),
        ended: ended_at === null ? null : isoTime(ended_at),
      })),
      archives: archives.map(({ file_name, state, created_at, error }) => ({
        archive: file_name,
        state,
        uploaded: isoTime(created_at),
        error,
      })),
    };
  },
});

/** In one transaction, with their entry in the audit log. */
const linksAtOnce = 500;

/** Makes links with which imported people choose a password; emails are sent only on request. */
export const importLinks = adminCommand({
  options: Exact({ org: Type.Optional(Type.String()) }),
  async run(app, { org }) {
    const cache = await organizationFor(app, org);
    const imported = new Set<number>();
    for (const { source_id: sourceId } of await listRuns(app, cache.orgId))
      for (const id of (await readItems(app.db.read, sourceId, 'person')).values()) imported.add(id);
    const rows = await app.db.read.q
      .selectFrom('person')
      .select('id')
      .where('org_id', '=', cache.orgId)
      .where('first_sign_in_at', 'is', null)
      .where('password_hash', 'is', null)
      .execute();
    const awaited = new Set(rows.map(({ id }) => id));
    const users = listAccounts(cache).filter(
      ({ id, isActive, isBot }) => isActive && !isBot && imported.has(id) && awaited.has(id),
    );
    const links = [];
    // Without any there is an entry as well.
    for (let at = 0; at === 0 || at < users.length; at += linksAtOnce)
      links.push(...(await makeLinks(app, cache.orgId, users.slice(at, at + linksAtOnce))));
    return { links };
  },
});

const makeLinks = (app: AppContext, orgId: number, users: readonly User[]) =>
  app.db.write(orgId, 'system', async (tx) => {
    const links = [];
    for (const user of users)
      links.push({
        user_id: user.id,
        name: user.fullName,
        email: user.deliveryEmail.endsWith('.invalid') ? null : user.deliveryEmail,
        link: await storeResetLink(app, tx, user),
      });
    await audit(tx, {
      action: 'user.reset_password',
      target: { type: 'organization', id: orgId, name: tx.cache.organization.name },
      after: { by: 'link', accounts: links.length },
    });
    return links;
  });

/** `heddle import undo` */
export const importUndo = adminCommand({
  options: Exact({
    org: Type.Optional(Type.String()),
    run: Type.Optional(Type.Integer({ minimum: 1 })),
    /** Changes nothing. */
    plan: Type.Optional(Type.Boolean()),
  }),
  async run(app, { org, run, plan = false }) {
    const cache = await organizationFor(app, org);
    const planned = await planUndo(app, cache.orgId, run);
    const undone: UndoSummary[] = [];
    if (!plan)
      for (const { run: id } of planned)
        undone.push(await imports(app).run(cache.orgId, (signal) => undoImport(app, cache, id, { signal })));
    return { planned, undone };
  },
});
