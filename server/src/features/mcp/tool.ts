/** How a tool is declared. */
import type { Static, TObject, TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import type { DeclaredNeeds, GrantedKey, Principal } from '../../core/organization/index.ts';
import type { Json, CallApi } from './call-api.ts';
import { parseStored } from '../../lib/json.ts';

export interface ToolCall extends Caller {
  /** The agent's program, as messages and the audit log name it. */
  client: string;
}

interface ToolDefinition {
  name: string;
  title: string;
  /** Read by models. */
  description: string;
  /** Which keys are shown the tool. What they may do with it, the API decides. */
  needs: DeclaredNeeds<never> & { takesChannelKeys?: 'handler' };
  effect: 'reads' | 'writes' | 'repeatable';
}

export interface Tool extends ToolDefinition {
  params: TObject;
  run(call: ToolCall, params: never): Promise<Json>;
}

export const defineTool = <P extends TObject>(
  tool: ToolDefinition & { params: P; run(call: ToolCall, params: Static<P>): Promise<Json> },
): Tool => tool;

/** The schema as plain JSON, without the symbols of TypeBox. */
export const describeTool = ({ name, title, description, params, effect }: Tool) => ({
  name,
  title,
  description,
  inputSchema: parseStored<{ type: 'object' }>(JSON.stringify({ ...params, additionalProperties: false })),
  annotations: {
    readOnlyHint: effect === 'reads',
    destructiveHint: false,
    idempotentHint: effect !== 'writes',
    openWorldHint: false,
  },
});

export class InvalidArguments extends Error {}

const validators = new WeakMap<TSchema, Validator>();

/** @throws InvalidArguments that says what is wrong, so that a model can correct it. */
export function decodeArguments({ params }: Tool, given: unknown): never {
  const validator = validators.get(params) ?? Compile(params);
  validators.set(params, validator);
  const unknown = Object.keys(given ?? {}).filter((name) => !Object.hasOwn(params.properties, name));
  if (unknown.length > 0)
    throw new InvalidArguments(`Unknown arguments: ${unknown.slice(0, 5).join(', ').slice(0, 200)}`);
  if (!validator.Check(given)) {
    const [first] = validator.Errors(given);
    throw new InvalidArguments(
      `Invalid arguments: ${first?.instancePath ?? ''} ${first?.message ?? ''}`.trim(),
    );
  }
  // Checked against the schema from which `run` has the type of its parameters.
  return given as never;
}

// Who uses MCP, and with what.

export interface Caller {
  me: Principal & { key: GrantedKey };
  /** Scheme, host name and port of the organization. */
  origin: string;
  userAgent: string;
  address: string;
  api: CallApi;
}
