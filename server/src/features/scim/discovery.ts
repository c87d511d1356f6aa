/** Service provider configuration endpoints: RFC 7644, section 4. */
import { type Json, urn } from './protocol.ts';

export const providerConfig = (base: string): Json => ({
  schemas: [urn.providerConfig],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: 200 },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: false },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Bearer token',
      description: 'A token of the organization, which an owner creates in its settings',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
});

export const resourceTypes = (base: string): Json[] =>
  (['User', 'Group'] as const).map((name) => ({
    schemas: [urn.resourceType],
    id: name,
    name,
    endpoint: `/${name}s`,
    schema: name === 'User' ? urn.user : urn.group,
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${name}` },
  }));

interface Attribute {
  type?: 'string' | 'boolean' | 'complex' | 'reference';
  required?: boolean;
  isList?: boolean;
  isUnique?: boolean;
  isReadOnly?: boolean;
  parts?: Readonly<Record<string, Attribute>>;
}

const userAttributes: Readonly<Record<string, Attribute>> = {
  userName: { required: true, isUnique: true },
  name: { type: 'complex', parts: { formatted: {}, givenName: {}, familyName: {} } },
  displayName: {},
  emails: { type: 'complex', isList: true, parts: { value: {}, type: {}, primary: { type: 'boolean' } } },
  active: { type: 'boolean' },
  role: {},
  roles: { type: 'complex', isList: true, parts: { value: {}, primary: { type: 'boolean' } } },
};

const groupAttributes: Readonly<Record<string, Attribute>> = {
  displayName: { required: true, isUnique: true },
  members: {
    type: 'complex',
    isList: true,
    parts: { value: {}, display: { isReadOnly: true }, $ref: { type: 'reference', isReadOnly: true } },
  },
};

export const schemas = (base: string): Json[] => [
  describe(base, urn.user, 'User', userAttributes),
  describe(base, urn.group, 'Group', groupAttributes),
];

const describe = (
  base: string,
  id: string,
  name: string,
  attributes: Readonly<Record<string, Attribute>>,
): Json => ({
  schemas: [urn.schema],
  id,
  name,
  attributes: list(attributes),
  meta: { resourceType: 'Schema', location: `${base}/Schemas/${id}` },
});

function list(attributes: Readonly<Record<string, Attribute>>): Json[] {
  return Object.entries(attributes).map(([name, one]) => ({
    name,
    type: one.type ?? 'string',
    multiValued: one.isList ?? false,
    required: one.required ?? false,
    caseExact: false,
    mutability: one.isReadOnly ? 'readOnly' : 'readWrite',
    returned: 'default',
    uniqueness: one.isUnique ? 'server' : 'none',
    ...(one.parts && { subAttributes: list(one.parts) }),
  }));
}
