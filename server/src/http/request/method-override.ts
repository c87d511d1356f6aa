/**
 * COMPAT(clients that can only send GET and POST): the form field `method` of a POST overrides the method. Policy,
 * rate limit and parameters are those of the selected operation.
 */
import type { FastifyRequest } from 'fastify';
import { parseForm } from './body.ts';
import { apiError } from '../../lib/errors.ts';
import type { Operations } from '../operations.ts';
import { formFields } from './values.ts';

/**
 * An unsupported override is refused: executing the request's own method would do something else
 * than requested.
 * @throws ApiError 400
 */
export function applyMethodOverride(operations: Operations, request: FastifyRequest): void {
  const inBody = formFields(request)?.get('method');
  if (inBody !== undefined && inBody !== request.method) {
    if (request.method !== 'POST') throw notSupported();
    // `undefined` leads to 405, or to 404 for an unknown path. HEAD is found as GET, but no method of an operation.
    request.operation = inBody === 'HEAD' ? undefined : operations.find(inBody, request.url);
    return;
  }
  const inQuery = inBody === undefined ? methodInQuery(request.url) : undefined;
  if (inQuery !== undefined && inQuery !== request.method) throw notSupported();
}

function methodInQuery(url: string): string | undefined {
  const question = url.indexOf('?');
  return question >= 0 && url.includes('method', question)
    ? parseForm(url.slice(question + 1)).get('method')
    : undefined;
}

const notSupported = () => apiError('requests.method-in-wrong-place');
