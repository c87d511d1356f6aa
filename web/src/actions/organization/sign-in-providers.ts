/** Sign-in providers of the organization, which owners set up. */
import type {
  GetSignInProvidersResponse,
  ProviderTestStep,
  ReadSamlMetadataResponse,
  SignInProviderEntry,
  StoredProviderKind,
  TestSignInProviderResponse,
} from '../../../../wire/sign-in-providers.ts';
import type { ApiFailure } from '../../connection/api.ts';
import type { Client } from '../../connection/client.ts';
import { ask, toOutcome, type Outcome } from '../request/outcome.ts';

const path = '/heddle/sign_in_providers';

export type ProviderChange = {
  settings?: Readonly<Record<string, unknown>>;
  /** Left unchanged if absent. */
  secret?: string;
  is_enabled?: boolean;
};

export async function fetchSignInProviders({
  api,
}: Client): Promise<Outcome<readonly SignInProviderEntry[]>> {
  return toOutcome(api.get<GetSignInProvidersResponse>(path).then(({ providers }) => providers));
}

export const createSignInProvider = (
  { api }: Client,
  provider: ProviderChange & { kind: StoredProviderKind; slug: string },
): Promise<ApiFailure | undefined> => ask(api.post(path, provider));

export const updateSignInProvider = (
  { api }: Client,
  slug: string,
  change: ProviderChange,
): Promise<ApiFailure | undefined> => ask(api.patch(`${path}/${slug}`, change));

export const deleteSignInProvider = ({ api }: Client, slug: string): Promise<ApiFailure | undefined> =>
  ask(api.delete(`${path}/${slug}`));

export async function testSignInProvider(
  { api }: Client,
  slug: string,
): Promise<Outcome<readonly ProviderTestStep[]>> {
  return toOutcome(api.post<TestSignInProviderResponse>(`${path}/${slug}/test`).then(({ steps }) => steps));
}

/** @param source The URL of the metadata, or the XML itself. */
export function readSamlMetadata(
  { api }: Client,
  source: string,
): Promise<Outcome<ReadSamlMetadataResponse>> {
  const given = /^https?:/i.test(source) ? { url: source } : { xml: source };
  return toOutcome(api.post<ReadSamlMetadataResponse>(`${path}/saml_metadata`, given));
}
