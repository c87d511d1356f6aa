/** The pages beside the API: plain HTML that works without scripts. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Heddle } from '../heddle.ts';
import type { RawParams } from '../http/params.ts';
import { toldToPeople } from '../cli/trouble.ts';
import { guard, sendPage } from './layout.ts';
import { emptyPage, homePage, unknownPage } from './home.ts';
import { formPage, goneText, madePage, nothingTyped, zuliprc } from './setup-pages.ts';
import { setupPath, type Setup } from './setup.ts';

export function mountPages(app: FastifyInstance, heddle: Heddle, setup: Setup): void {
  app.get('/', (request, reply) => home(heddle, request, reply));
  if (!setup.isOpen) return;
  const siteOf = (request: FastifyRequest) => heddle.config.baseUrl ?? originOf(request);
  app.get(setupPath, (request, reply) => show(heddle, setup, siteOf(request), request, reply));
  app.post(setupPath, (request, reply) => make(setup, request, reply));
  app.post(`${setupPath}/zuliprc`, (request, reply) => download(setup, siteOf(request), request, reply));
}

const originOf = (request: FastifyRequest): string => `${request.protocol}://${request.host}`;

async function home(heddle: Heddle, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  if (heddle.organizations.names.length === 0) return sendPage(reply, emptyPage());
  const id = idByHost(heddle, request.hostname);
  if (id === undefined) return sendPage(reply, unknownPage(), 404);
  const { organization } = await heddle.organizations.directory(id);
  return sendPage(reply, homePage(organization.name, originOf(request)));
}

function idByHost({ organizations }: Heddle, hostname: string): number | undefined {
  try {
    return organizations.byHost(hostname).id;
  } catch {
    return undefined;
  }
}

async function show(
  { organizations }: Heddle,
  setup: Setup,
  site: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const token = (request.query as { token?: unknown }).token;
  if (typeof token !== 'string' || !setup.admits(token)) return sendPage(reply, goneText, 404);
  const { made } = setup;
  if (!made) return sendPage(reply, formPage(token, nothingTyped));
  const { organization } = await organizations.directory(made.realm_id);
  return sendPage(reply, madePage(token, organization.name, made, site));
}

async function make(setup: Setup, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const field = fieldsOf(request);
  const token = field('token');
  if (!setup.admits(token)) return sendPage(reply, goneText, 404);
  const typed = { name: field('name'), email: field('email'), fullName: field('full_name') };
  try {
    if (setup.made === null)
      await setup.make({
        name: typed.name,
        subdomain: '',
        ownerEmail: typed.email,
        ownerName: typed.fullName,
        ownerPassword: field('password'),
      });
  } catch (error) {
    const text = toldToPeople(error);
    if (text === undefined) throw error;
    return sendPage(reply, formPage(token, typed, text), 400);
  }
  // To a page of its own, so that loading it again does not send the form again.
  return guard(reply).redirect(setup.path, 303);
}

async function download(
  setup: Setup,
  site: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { made } = setup;
  if (!made || !setup.admits(fieldsOf(request)('token'))) return sendPage(reply, goneText, 404);
  return guard(reply)
    .header('content-type', 'text/plain; charset=utf-8')
    .header('content-disposition', 'attachment; filename="zuliprc"')
    .send(zuliprc(made, site));
}

/** Fields of a form, empty where it has none. */
function fieldsOf({ body }: FastifyRequest): (name: string) => string {
  const fields: RawParams = body instanceof Map ? (body as RawParams) : new Map<string, string>();
  return (name) => fields.get(name) ?? '';
}
