/** Parses request bodies into payloads: JSON of any shape, JSON in a form field, form fields, or text. */
import type { RawDelivery } from '../../http/route.ts';
import { isTooComplex, parseForeignJson } from '../../lib/json-depth.ts';
import type { Integration } from './integration.ts';
import { AnomalousPayload, Payload } from './payload.ts';

/** The body is not JSON. */
export class MalformedJson extends Error {
  override readonly name = 'MalformedJson';
}

type AcceptedBodies = Pick<Integration, 'takesText' | 'takesNothing'>;

const deepestPayload = 100;

/** @throws MalformedJson, AnomalousPayload for excessive nesting */
export function readDelivery({ bytes, fields }: RawDelivery, taken: AcceptedBodies): Payload {
  if (fields) return fromForm(fields, taken);
  return new Payload(parse(bytes.toString('utf8'), taken));
}

/** Services that post forms put JSON into the field `payload`, or use the fields themselves. */
function fromForm(fields: ReadonlyMap<string, string>, taken: AcceptedBodies): Payload {
  const payload = fields.get('payload');
  if (payload !== undefined) return new Payload(parse(payload, taken));
  return new Payload(Object.fromEntries(fields));
}

function parse(text: string, { takesText, takesNothing }: AcceptedBodies): unknown {
  if (isTooComplex(text, deepestPayload))
    throw new AnomalousPayload('the payload is nested too deep, or has too many fields');
  try {
    return parseForeignJson(text, deepestPayload);
  } catch {
    const isEmpty = text.trim() === '';
    if (takesText === true && !isEmpty) return text;
    if (takesNothing === true && isEmpty) return {};
    throw new MalformedJson();
  }
}
