/** Bodies as payloads: JSON of any shape, JSON in a form's field, the fields of a form, or text. */
import type { RawDelivery } from '../../http/route.ts';
import { isTooDeep } from '../../lib/json-depth.ts';
import { AnomalousPayload, Payload } from './payload.ts';

/** The body is no JSON. */
export class MalformedJson extends Error {
  override readonly name = 'MalformedJson';
}

const deepestPayload = 100;

/** @throws MalformedJson, AnomalousPayload for nesting that nobody writes */
export function readDelivery({ bytes, fields }: RawDelivery, takesText: boolean): Payload {
  if (fields) return fromForm(fields, takesText);
  return new Payload(parse(bytes.toString('utf8'), takesText));
}

/** The services that post forms put JSON into a field of this name, or use the fields themselves. */
function fromForm(fields: ReadonlyMap<string, string>, takesText: boolean): Payload {
  const { payload } = Object.fromEntries(fields);
  if (payload !== undefined) return new Payload(parse(payload, takesText));
  return new Payload(Object.fromEntries(fields));
}

function parse(text: string, takesText: boolean): unknown {
  if (isTooDeep(text, deepestPayload)) throw new AnomalousPayload('the payload is nested too deep');
  try {
    return JSON.parse(text) as unknown;
  } catch {
    if (takesText && text.trim() !== '') return text;
    throw new MalformedJson();
  }
}
