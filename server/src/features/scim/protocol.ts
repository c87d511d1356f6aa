/** The messages of SCIM 2.0 (RFC 7643, RFC 7644): schemas, lists and errors. */
export const urn = {
  user: 'urn:ietf:params:scim:schemas:core:2.0:User',
  group: 'urn:ietf:params:scim:schemas:core:2.0:Group',
  list: 'urn:ietf:params:scim:api:messages:2.0:ListResponse',
  patch: 'urn:ietf:params:scim:api:messages:2.0:PatchOp',
  error: 'urn:ietf:params:scim:api:messages:2.0:Error',
  providerConfig: 'urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig',
  resourceType: 'urn:ietf:params:scim:schemas:core:2.0:ResourceType',
  schema: 'urn:ietf:params:scim:schemas:core:2.0:Schema',
} as const;

export const mediaType = 'application/scim+json';

export type Json = Record<string, unknown>;

/** An error response; the message is its `detail`. */
export class ScimError extends Error {
  override readonly name = 'ScimError';
  readonly status: number;
  readonly scimType: string | undefined;

  constructor(status: number, detail: string, scimType?: string) {
    super(detail);
    this.status = status;
    this.scimType = scimType;
  }
}

export const invalidValue = (detail: string): ScimError => new ScimError(400, detail, 'invalidValue');
export const notFound = (kind: string, id: string): ScimError =>
  new ScimError(404, `${kind} ${id} not found`);

export const errorObject = (status: number, detail: string, scimType?: string): Json => ({
  schemas: [urn.error],
  status: String(status),
  detail,
  ...(scimType !== undefined && { scimType }),
});

const mostInPage = 200;

/** One page, of which alone the objects are built. @param query With `startIndex`, which is 1-based, and `count`. */
export function listObject<Item>(all: readonly Item[], query: Json, build: (item: Item) => Json): Json {
  const startIndex = Math.max(1, wholeNumber(query.startIndex, 1));
  const count = Math.min(mostInPage, Math.max(0, wholeNumber(query.count, mostInPage)));
  const page = all.slice(startIndex - 1, startIndex - 1 + count);
  return {
    schemas: [urn.list],
    totalResults: all.length,
    startIndex,
    itemsPerPage: page.length,
    Resources: page.map(build),
  };
}

function wholeNumber(value: unknown, otherwise: number): number {
  if (value === undefined) return otherwise;
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw invalidValue('startIndex and count must be integers');
  return number;
}

/** Looks up an attribute, whose name is case-insensitive. */
export function attribute(object: Json, name: string): unknown {
  const wanted = name.toLowerCase();
  return Object.entries(object).find(([key]) => key.toLowerCase() === wanted)?.[1];
}
