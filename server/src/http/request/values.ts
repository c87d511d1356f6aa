/** Values of a request outside the API, whose routes have no schemas. */
import type { FastifyRequest } from 'fastify';
import { isObject } from '../../lib/objects.ts';
import type { RawParams } from './params.ts';

/** A parameter of the route's pattern; `*` is the rest of the path. '' if the pattern does not have it. */
export function pathParam({ params }: Pick<FastifyRequest, 'params'>, name: string): string {
  const value = isObject(params) ? params[name] : undefined;
  return typeof value === 'string' ? value : '';
}

/** A query parameter; undefined if it is absent, repeated, or in another notation than text. */
export function queryParam({ query }: Pick<FastifyRequest, 'query'>, name: string): string | undefined {
  const value = isObject(query) ? query[name] : undefined;
  return typeof value === 'string' ? value : undefined;
}

/** The fields of a form; undefined for a body of another type. */
export const formFields = ({ body }: Pick<FastifyRequest, 'body'>): RawParams | undefined =>
  body instanceof Map ? body : undefined;
