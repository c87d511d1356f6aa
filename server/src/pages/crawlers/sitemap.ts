/**
 * GET /sitemap.xml: an index of sitemaps, one for channels and for each channel those of its topics, 50,000 URLs each.
 * Streamed a few hundred topics at a time, until the channel is no longer public.
 */
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AppContext } from '../../core/context/index.ts';
import type { Channel } from '../../core/organization/index.ts';
import {
  channelPath,
  channelSizes,
  isListed,
  listTopics,
  openChannels,
  topicPath,
} from '../../core/spectators/index.ts';
import { beginVisit, measured, notFound, type CrawlerRequest } from './crawler-request.ts';
import { pathParam } from '../../http/request/values.ts';
import { escape } from '../layout/html.ts';

export const sitemapPath = '/sitemap.xml';

/** The limit of the format for one file. */
const mostAddresses = 50_000;

export function mountSitemaps(
  fastify: FastifyInstance,
  app: AppContext,
  { addressesPerFile = mostAddresses }: { addressesPerFile?: number } = {},
): void {
  const config = { callers: 'visitors' } as const;
  fastify.get(sitemapPath, { config }, async (request, reply) => {
    const visit = await getVisit(app, request);
    return send(reply, await measured(app, () => sitemapIndex(visit, addressesPerFile)));
  });
  fastify.get('/sitemap-channels.xml', { config }, async (request, reply) => {
    const visit = await getVisit(app, request);
    return send(reply, await measured(app, () => sitemapOfChannels(visit)));
  });
  fastify.get('/sitemap-:name', { config }, async (request, reply) => {
    const visit = await getVisit(app, request);
    const [channel, part] = getPart(visit, request);
    const range = { offset: (part - 1) * addressesPerFile, limit: addressesPerFile };
    const sizes = await measured(app, () => channelSizes(app.db.read, [channel]));
    if ((sizes.get(channel.id)?.topics ?? 0) <= range.offset) throw notFound();
    return send(reply, Readable.from(sitemapOfTopics(visit, channel, range)));
  });
}

/** @throws ApiError 404 if the organization is not listed, 429 above the budget of spectators. */
async function getVisit(app: AppContext, request: FastifyRequest): Promise<CrawlerRequest> {
  const visit = await beginVisit(app, request);
  if (!isListed(app.config, visit.cache)) throw notFound();
  return visit;
}

const send = (reply: FastifyReply, body: string | Readable): FastifyReply =>
  reply
    .header('content-type', 'application/xml; charset=utf-8')
    .header('cache-control', 'no-cache')
    .send(body);

/** `12-1.xml` is the first part of channel 12. */
function getPart({ app, cache }: CrawlerRequest, request: FastifyRequest): [Channel, number] {
  const [, id, part] = /^(\d{1,15})-([1-9]\d{0,4})\.xml$/.exec(pathParam(request, 'name')) ?? [];
  const channel = openChannels(app.config, cache).find((one) => one.id === Number(id));
  if (!channel || part === undefined) throw notFound();
  return [channel, Number(part)];
}

const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9';
const isoTime = (milliseconds: number): string => new Date(milliseconds).toISOString();

async function sitemapIndex({ app, cache, origin }: CrawlerRequest, perFile: number): Promise<string> {
  const sizes = await channelSizes(app.db.read, openChannels(app.config, cache));
  const parts = [...sizes].flatMap(([id, { topics, lastActivity }]) =>
    Array.from({ length: Math.ceil(topics / perFile) }, (_, i) => entry(`${id}-${i + 1}`, lastActivity)),
  );
  const newest = Math.max(0, ...[...sizes.values()].map(({ lastActivity }) => lastActivity));
  return xmlDocument(xml`<sitemapindex xmlns="${namespace}">
${[entry('channels', newest), ...parts]}</sitemapindex>
`);

  function entry(name: string, lastActivity: number): Xml {
    const modified = lastActivity === 0 ? new Xml('') : xml`<lastmod>${isoTime(lastActivity)}</lastmod>`;
    return xml`<sitemap><loc>${origin}/sitemap-${name}.xml</loc>${modified}</sitemap>
`;
  }
}

async function sitemapOfChannels({ app, cache, origin }: CrawlerRequest): Promise<string> {
  const channels = openChannels(app.config, cache);
  const sizes = await channelSizes(app.db.read, channels);
  const addresses = channels
    .slice(0, mostAddresses - 1)
    .map((channel) => address(origin + channelPath(channel), sizes.get(channel.id)?.lastActivity));
  return xmlDocument(xml`<urlset xmlns="${namespace}">
${[address(`${origin}/`), ...addresses]}</urlset>
`);
}

function address(url: string, lastActivity?: number): Xml {
  const modified =
    lastActivity === undefined ? new Xml('') : xml`<lastmod>${isoTime(lastActivity)}</lastmod>`;
  return xml`<url><loc>${url}</loc>${modified}</url>
`;
}

async function* sitemapOfTopics(
  { app, cache, origin }: CrawlerRequest,
  channel: Channel,
  range: { offset: number; limit: number },
): AsyncGenerator<string> {
  yield xmlDocument(xml`<urlset xmlns="${namespace}">
`);
  const steps = listTopics(app.db.read, channel, range);
  for (;;) {
    const step = await measured(app, () => steps.next());
    if (step.done === true || !openChannels(app.config, cache).some(({ id }) => id === channel.id)) break;
    const addresses = step.value.map(({ name, firstMessageId, lastActivity }) =>
      address(origin + topicPath(firstMessageId, name), lastActivity),
    );
    yield addresses.map(({ text }) => text).join('');
  }
  yield '</urlset>\n';
}

// A template tag for XML: escapes values, and drops characters that XML cannot represent.

const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** Characters that XML 1.0 does not allow even escaped: most control characters, lone surrogates, U+FFFE and U+FFFF. */
const impossible = /[^\t\n\r\P{Cc}\u007F-\u009F]|[\uFFFE\uFFFF\p{Cs}]/gu;

const xmlText = (text: string): string => escape(text.replace(impossible, ''));

export class Xml {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type XmlPart = Xml | string | number | readonly Xml[];

/** xml`<title>${anything}</title>` */
export function xml(strings: TemplateStringsArray, ...parts: XmlPart[]): Xml {
  return new Xml(strings.map((string, i) => string + asText(parts[i] ?? '')).join(''));
}

function asText(part: XmlPart): string {
  if (part instanceof Xml) return part.text;
  if (typeof part === 'object') return part.map(({ text }) => text).join('');
  return xmlText(String(part));
}

export const xmlDocument = ({ text }: Xml): string => declaration + text;
