/** Applies the groups in the claims of a provider. */
import type { Tx } from '../../core/log/index.ts';
import type { User } from '../../core/organization/index.ts';
import type { SignInProvider } from '../../lib/config/oidc-config.ts';
import { valueAt } from '../../lib/json.ts';
import { getClaim } from '../../lib/oidc/oidc-provider.ts';
import type { ExternalPerson } from '../../lib/oidc/person.ts';
import { type AppliedRules, applyRules } from '../sign-in/index.ts';

export async function applyClaims(
  tx: Tx,
  provider: SignInProvider,
  { claims }: ExternalPerson,
  user: User,
): Promise<AppliedRules> {
  const unchanged: AppliedRules = { joined: [], left: [], ignored: [] };
  if (provider.groups.size + provider.roles.size === 0) return unchanged;
  // Entra replaces long lists with a link; missing groups then mean nothing.
  if (isElsewhere(claims, provider.groupsClaim)) return { ...unchanged, ignored: [provider.groupsClaim] };
  return applyRules(tx, provider, getGroups(getClaim(claims, provider.groupsClaim)), user);
}

const isElsewhere = (claims: ExternalPerson['claims'], claim: string): boolean =>
  valueAt(claims, '_claim_names', claim) !== undefined;

/** The claim may be a list or a single name. */
function getGroups(claim: unknown): ReadonlySet<string> {
  const list = Array.isArray(claim) ? claim : [claim];
  return new Set(list.filter((one): one is string => typeof one === 'string'));
}
