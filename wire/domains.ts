/** Email domains with which people may join an organization. */
import { Exact, Id, Type, type Static, type Examples } from './core.ts';

export const AllowedDomain = Exact({ domain: Type.String(), allow_subdomains: Type.Boolean() });
export type AllowedDomain = Static<typeof AllowedDomain>;

export const DomainPath = Type.Object({ domain: Type.String() });

export const GetDomainsResponse = Exact({ domains: Type.Array(AllowedDomain) });

/** POST /realm/domains */
export const AddDomainParams = Type.Object({ domain: Type.String(), allow_subdomains: Type.Boolean() });
export type AddDomainParams = Static<typeof AddDomainParams>;
/** The id, and the domain as given; lists contain its normalized form. */
export const AddDomainResponse = Exact({ new_domain: Type.Tuple([Id, Type.String()]) });

/** PATCH /realm/domains/{domain} */
export const UpdateDomainParams = Type.Object({ allow_subdomains: Type.Boolean() });

const domainEvent = { id: Type.Integer(), type: Type.Literal('realm_domains') };

const DomainEvent = Type.Union([
  Exact({ ...domainEvent, op: Type.Literal('add'), realm_domain: AllowedDomain }),
  Exact({ ...domainEvent, op: Type.Literal('change'), realm_domain: AllowedDomain }),
  Exact({ ...domainEvent, op: Type.Literal('remove'), domain: Type.String() }),
]);

export const domainState = { realm_domains: { realm_domains: Type.Array(AllowedDomain) } };

export const domainEvents = { realm_domains: DomainEvent };

export const domainExamples: Examples<typeof domainEvents> = {
  realm_domains: {
    'a domain allowed': {
      id: 1,
      type: 'realm_domains',
      op: 'add',
      realm_domain: { domain: 'acme.example', allow_subdomains: true },
    },
    'a domain no longer allowed': { id: 1, type: 'realm_domains', op: 'remove', domain: 'acme.example' },
  },
};
