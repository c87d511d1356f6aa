/** Sign-in methods that owners configure for their organization. An extension: the compatible API has no equivalent. */
import { Exact, Nullable, OneOf, Type, type Static } from './core.ts';

const storedProviderKinds = [
  'oidc',
  'google',
  'github',
  'gitlab',
  'apple',
  'entra',
  'saml',
  'ldap',
  'jwt',
] as const;
export type StoredProviderKind = (typeof storedProviderKinds)[number];

/** All settings that owners can give, of whatever kind; a secret is none of them. */
export const providerSettings = [
  ...(['algorithms', 'audience', 'avatar_attribute', 'bind_dn', 'ca_certificate', 'certificate'] as const),
  ...(['client_id', 'email_attribute', 'entity_id', 'filter', 'group_base', 'groups'] as const),
  ...(['groups_attribute', 'groups_claim', 'id_attribute', 'idp_initiated', 'issuer', 'key_id'] as const),
  ...(['metadata_url', 'name', 'name_attribute', 'new_accounts', 'provider_sign_out', 'public_key'] as const),
  ...(['require_expiry', 'roles', 'scopes', 'search_base', 'slo_url', 'start_tls', 'sync_hours'] as const),
  ...(['team_id', 'tenant', 'trust_email', 'url'] as const),
] as const;
export type ProviderSetting = (typeof providerSettings)[number];

const Slug = Type.String({ pattern: '^[a-z0-9][a-z0-9-]{0,31}$' });
/** Names and values as in the tables of heddle.toml, without secrets, files and organizations. */
const Settings = Type.Record(Type.String(), Type.Unknown());
const Secret = Type.String({ maxLength: 10_000 });

export const SignInProviderEntry = Exact({
  // Used in URLs.
  slug: Type.String(),
  kind: OneOf([...storedProviderKinds, 'remoteuser']),
  name: Type.String(),
  is_enabled: Type.Boolean(),
  // Whether it is part of the server's configuration: it cannot be changed here, and its settings are not shown.
  is_fixed: Type.Boolean(),
  has_secret: Type.Boolean(),
  settings: Settings,
  // URL to register at the provider; null if there is none.
  redirect_uri: Nullable(Type.String()),
  logout_uri: Nullable(Type.String()),
  metadata_url: Nullable(Type.String()),
  // Why it cannot be used, for example because its secret cannot be decrypted; null if it can.
  problem: Nullable(Type.String()),
});
export type SignInProviderEntry = Static<typeof SignInProviderEntry>;

/** GET /heddle/sign_in_providers: for owners. */
export const GetSignInProvidersResponse = Exact({ providers: Type.Array(SignInProviderEntry) });
export type GetSignInProvidersResponse = Static<typeof GetSignInProvidersResponse>;

/** POST /heddle/sign_in_providers */
export const CreateSignInProviderParams = Type.Object({
  kind: OneOf(storedProviderKinds),
  // Default: that of the kind.
  slug: Type.Optional(Slug),
  settings: Settings,
  // Client secret, Apple's private key, password of an LDAP account, or secret for JSON web tokens. Never returned.
  secret: Type.Optional(Secret),
  is_enabled: Type.Boolean({ default: true }),
});
export type CreateSignInProviderParams = Static<typeof CreateSignInProviderParams>;
export const SignInProviderResponse = Exact({ provider: SignInProviderEntry });
export type SignInProviderResponse = Static<typeof SignInProviderResponse>;

export const SignInProviderPath = Type.Object({ slug: Slug });

/** PATCH /heddle/sign_in_providers/{slug}: absent fields are unchanged. */
export const UpdateSignInProviderParams = Type.Object({
  slug: Slug,
  settings: Type.Optional(Settings),
  // '' removes it.
  secret: Type.Optional(Secret),
  is_enabled: Type.Optional(Type.Boolean()),
});
export type UpdateSignInProviderParams = Static<typeof UpdateSignInProviderParams>;

/** POST /heddle/sign_in_providers/{slug}/test: changes nothing. */
export const ProviderTestStep = Exact({
  // Identifies the step.
  name: Type.String(),
  state: OneOf(['ok', 'warning', 'problem']),
  // In the language of the caller.
  text: Type.String(),
});
export type ProviderTestStep = Static<typeof ProviderTestStep>;
export const TestSignInProviderResponse = Exact({ steps: Type.Array(ProviderTestStep) });
export type TestSignInProviderResponse = Static<typeof TestSignInProviderResponse>;

/** POST /heddle/sign_in_providers/saml_metadata: derives settings from the metadata of an identity provider. */
export const ReadSamlMetadataParams = Type.Object({
  url: Type.Optional(Type.String({ maxLength: 2000 })),
  xml: Type.Optional(Type.String({ maxLength: 500_000 })),
});
export type ReadSamlMetadataParams = Static<typeof ReadSamlMetadataParams>;
export const ReadSamlMetadataResponse = Exact({ settings: Settings });
export type ReadSamlMetadataResponse = Static<typeof ReadSamlMetadataResponse>;
