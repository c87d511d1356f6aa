/** Validates sign-in methods in the settings of organizations by the same rules as the tables of heddle.toml. */
import type { StoredProviderKind } from '../../../../wire/sign-in-providers.ts';
import type { LdapSettings } from '../ldap/settings.ts';
import { toLdap } from './ldap-tables.ts';
import { findOidcProblems, oidcOperatorFields, type SignInProvider, toOidcProvider } from './oidc-config.ts';
import { findSamlProblems, readCertificates, samlOperatorFields, toSamlProvider } from './saml-config.ts';
import { jwtOperatorFields, toJwtIssuer } from './vouched-config.ts';
import { keysIn } from '../objects.ts';

interface ProviderInput {
  slug: string;
  kind: StoredProviderKind;
  settings: Readonly<Record<string, unknown>>;
  secret: string | undefined;
}

interface Parsed {
  provider?: SignInProvider;
  ldap?: LdapSettings;
  /** Problems, one line each; if there are any, there is no provider. */
  problems: string[];
}

/** A directory has no such fields: its table is for organizations only. */
const operatorFields: ReadonlySet<string> = new Set([
  ...keysIn(oidcOperatorFields),
  ...keysIn(samlOperatorFields),
  ...keysIn(jwtOperatorFields),
]);

/** @param reachable Networks that the server may call although they are not public. */
export function parseStored(given: ProviderInput, reachable: string | undefined): Parsed {
  const closed = Object.keys(given.settings).filter((key) => operatorFields.has(key));
  const problems = closed.map((key) => `${key} is not a setting of an organization`);
  if (problems.length > 0) return { problems };
  const { kind, settings, secret } = given;
  switch (kind) {
    case 'ldap': {
      const ldap = toLdap(settings, { password: secret, reachable }, problems);
      return { ...(ldap && { ldap }), problems };
    }
    case 'jwt': {
      const table = { ...settings, ...(secret !== undefined && { secret }) };
      return ofOrganization(toJwtIssuer(table, '.', problems), problems);
    }
    case 'saml':
      return ofOrganization(toSaml(given, problems), problems);
    default:
      return ofOrganization(toOidc(given, problems), problems);
  }
}

const ofOrganization = (provider: SignInProvider | undefined, problems: string[]): Parsed => ({
  ...(provider && problems.length === 0 && { provider: { ...provider, isOfOrganization: true } }),
  problems,
});

function toOidc(
  { slug, kind, settings, secret }: ProviderInput,
  problems: string[],
): SignInProvider | undefined {
  const table = { ...settings, id: slug, provider: kind };
  problems.push(...findOidcProblems(table));
  if (secret === undefined) problems.push('client_secret is not set');
  return problems.length === 0 ? toOidcProvider(table, '.', secret ?? '') : undefined;
}

/** The secret is this server's private key, the public half of which is `own_certificate`. */
function toSaml({ slug, settings, secret }: ProviderInput, problems: string[]): SignInProvider | undefined {
  const { own_certificate: ownCertificate, ...rest } = settings;
  const table = { ...rest, id: slug };
  problems.push(...findSamlProblems(table));
  const certificates = readCertificates(String(settings.certificate), problems);
  const ownKey =
    secret !== undefined && typeof ownCertificate === 'string'
      ? { key: secret, certificate: ownCertificate }
      : undefined;
  return problems.length === 0 ? toSamlProvider(table, { folder: '.', certificates, ownKey }) : undefined;
}
