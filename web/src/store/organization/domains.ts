/** Email domains whose addresses may join, and whether their subdomains may. */
import type { EventOf } from '../../../../wire/events.ts';
import type { RegisterResponse } from '../../../../wire/register.ts';
import { defineNoun } from '../base/noun.ts';

type Domains = Map<string, boolean>;

const domainsFromRegister = (response: RegisterResponse): Domains =>
  new Map((response.realm_domains ?? []).map(({ domain, allow_subdomains }) => [domain, allow_subdomains]));

function reduceDomains(state: { domains: Domains }, event: EventOf<'realm_domains'>): void {
  if (event.op === 'remove') state.domains.delete(event.domain);
  else state.domains.set(event.realm_domain.domain, event.realm_domain.allow_subdomains);
}

export const domains = defineNoun({
  keys: ['realm_domains'],
  state: { domains: domainsFromRegister },
  reducers: { realm_domains: reduceDomains },
});
