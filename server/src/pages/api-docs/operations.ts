/** Converts the operations of the OpenAPI document to the form that the reference shows. */
import type { Policy } from '../../core/organization/index.ts';
import type { Noun } from '../../features/openapi/index.ts';
import { makeExample, type Schema, schemaText } from './schema-text.ts';

/** The parts of the OpenAPI document that are shown. */
export interface ApiDocument {
  paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
}

type Content = Readonly<Record<string, { schema?: Schema; encoding?: Readonly<Record<string, unknown>> }>>;

interface DescribedOperation {
  operationId: string;
  tags: readonly [Noun];
  'x-policy': Policy;
  parameters: readonly {
    name: string;
    in: 'path' | 'query';
    required: boolean;
    schema?: Schema;
    content?: Content;
  }[];
  requestBody?: { content: Content };
  responses: Readonly<Record<string, { content?: Content }>>;
}

export interface Parameter {
  name: string;
  place: 'path' | 'query' | 'form';
  isRequired: boolean;
  /** Whether its value is JSON rather than plain text. */
  isJson: boolean;
  type: string;
  description: string;
  /** As in a request; undefined without a default. */
  default: string | undefined;
  example: unknown;
}

export interface Field {
  name: string;
  isOptional: boolean;
  type: string;
}

export interface Operation {
  id: string;
  noun: Noun;
  method: string;
  /** Below `/api/v1`, with `{name}` for parameters. */
  path: string;
  policy: Policy;
  parameters: readonly Parameter[];
  /** Accepts a body in any format. */
  takesAnything: boolean;
  /** The fields of a successful response besides `result` and `msg`. */
  fields: readonly Field[];
  /** Media types of a successful response other than JSON. */
  files: readonly string[];
}

const formType = 'application/x-www-form-urlencoded';
const jsonType = 'application/json';

const methodOrder = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

export const listOperations = ({ paths }: ApiDocument): Operation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) =>
      readOperation(method.toUpperCase(), path, described),
    ),
  );

/** Sorts by path, and then by method. */
export function compareOperations(one: Operation, other: Operation): number {
  if (one.path !== other.path) return one.path < other.path ? -1 : 1;
  return methodOrder.indexOf(one.method) - methodOrder.indexOf(other.method);
}

function readOperation(method: string, path: string, described: DescribedOperation): Operation {
  const { requestBody, responses } = described;
  const content = responses['200']?.content ?? {};
  return {
    id: described.operationId,
    noun: described.tags[0],
    method,
    path,
    policy: described['x-policy'],
    parameters: [...described.parameters.map(besideBody), ...inBody(requestBody?.content[formType] ?? {})],
    takesAnything: requestBody?.content[jsonType] !== undefined,
    fields: listFields(content[jsonType]?.schema),
    files: Object.keys(content).filter((type) => type !== jsonType),
  };
}

function besideBody(given: DescribedOperation['parameters'][number]): Parameter {
  const json = given.content?.[jsonType]?.schema;
  const schema = json ?? given.schema ?? {};
  const { name, required: isRequired, in: place } = given;
  return parameter(name, schema, { place, isRequired, isJson: json !== undefined });
}

function inBody({ schema, encoding = {} }: Content[string]): Parameter[] {
  return Object.entries(schema?.properties ?? {}).map(([name, each]) =>
    parameter(name, each, {
      place: 'form',
      isRequired: schema?.required?.includes(name) === true,
      isJson: name in encoding,
    }),
  );
}

function parameter(
  name: string,
  schema: Schema,
  rest: Pick<Parameter, 'place' | 'isRequired' | 'isJson'>,
): Parameter {
  return {
    name,
    ...rest,
    isRequired: rest.isRequired && !hasDefault(schema),
    type: schemaText(schema),
    description:
      schema.description ?? (typeof schema.items === 'object' ? schema.items.description : '') ?? '',
    default: hasDefault(schema) ? JSON.stringify(schema.default) : undefined,
    example: makeExample(schema, name),
  };
}

/** Parameters with a default are `required` in the schema, since decoding always sets them. `''` means no default unless it is a string. */
const hasDefault = ({ default: value, type }: Schema): boolean =>
  value !== undefined && (value !== '' || type === 'string');

const ofEveryResponse = new Set(['result', 'msg', 'ignored_parameters_unsupported']);

const listFields = ({ properties = {}, required = [] }: Schema = {}): Field[] =>
  Object.entries(properties)
    .filter(([name]) => !ofEveryResponse.has(name))
    .map(([name, each]) => ({ name, isOptional: !required.includes(name), type: schemaText(each) }));
