/** Serializes responses, with compression according to Accept-Encoding. */
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Logger } from 'pino';
import { writeFields, type WrittenFields } from '../../lib/json/json-text.ts';
import { compress } from './compress.ts';
import {
  Encoded,
  type ResponseFields,
  type HandlerResult,
  type Download,
  type Redirect,
  type WithHeaders,
} from '../route.ts';

/** Joined responses of cached pieces. */
const wholes = new WeakMap<Encoded, Buffer>();

/** @param extra Follows the first two fields of the envelope. */
function wholeText(envelope: string, extra: string, body: Encoded): string | Buffer {
  const { fields } = body;
  const start = `${envelope}${extra},`;
  if (typeof fields === 'string') return `${start}${fields}}`;
  const known = extra === '' ? wholes.get(body) : undefined;
  if (known) return known;
  const whole = Buffer.concat([Buffer.from(start), ...fields, Buffer.from('}')]);
  if (extra === '') wholes.set(body, whole);
  return whole;
}

/** A few operations return a `msg` although they succeed. */
function withMessage(body: ResponseFields, msg: string, extra: string): string {
  const fields = JSON.stringify({ ...body, msg: undefined }).slice(1);
  const envelope = `{"result":"success","msg":${JSON.stringify(msg)}`;
  return `${envelope}${extra}${fields === '}' ? '' : ','}${fields}`;
}

/** @param check Called with the fields as they are written. */
export function getText(
  body: Exclude<HandlerResult, Redirect | Download | WithHeaders>,
  ignored: string[],
  check: (fields: WrittenFields) => void,
): string | Buffer | Buffer[] {
  const extra = ignored.length > 0 ? `,"ignored_parameters_unsupported":${JSON.stringify(ignored)}` : '';
  const envelope = '{"result":"success","msg":""';
  if (body instanceof Encoded) return wholeText(envelope, extra, body);
  const fields = writeFields(body);
  check(fields);
  if (typeof body.msg === 'string') return withMessage(body, body.msg, extra);
  const start = `${envelope}${extra}${fields === '}' ? '' : ','}`;
  return typeof fields === 'string' ? start + fields : [Buffer.from(start), ...fields];
}

export async function send(
  reply: FastifyReply,
  text: ReturnType<typeof getText>,
  accepted: string | undefined,
): Promise<FastifyReply> {
  const { body, encoding } = await compress(text, accepted);
  if (encoding !== undefined)
    void reply.header('content-encoding', encoding).header('vary', 'Accept-Encoding');
  return reply
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', 'no-store, private')
    .send(body);
}

/** A failure is logged and closes the connection, so that a truncated file is recognizable. */
export function sendDownload(
  reply: FastifyReply,
  { name, type, pieces }: Download,
  log: Logger,
): FastifyReply {
  const content = Readable.from(pieces, { objectMode: false });
  content.once('error', (error) =>
    log.error({ err: error, file: name }, 'a download failed and was broken off'),
  );
  return reply
    .header('content-type', type)
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('cache-control', 'no-store, private')
    .send(content);
}
