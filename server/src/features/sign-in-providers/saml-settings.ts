/** Reads SAML settings from the metadata of an identity provider, so that owners need not copy certificates. */
import type { ReadSamlMetadataParams } from '../../../../wire/sign-in-providers.ts';
import type { AppContext } from '../../core/context/index.ts';
import { apiError } from '../../lib/errors.ts';
import { FetchRefused, guardedFetch } from '../../lib/net/guarded-fetch.ts';
import { MetadataError, readIdpMetadata } from '../../lib/saml/metadata.ts';

const timeoutMs = 8000;

/** @throws ApiError 400 if it cannot be fetched, and for invalid metadata */
export async function readSamlMetadata(
  { config }: Pick<AppContext, 'config'>,
  { url, xml }: ReadSamlMetadataParams,
): Promise<Record<string, unknown>> {
  if ((url === undefined) === (xml === undefined)) throw apiError('sign-in-providers.metadata-one');
  const text = xml ?? (await fetchText(url ?? '', config.reachableNetworks));
  try {
    const { entityId, url: address, sloUrl, certificates } = await readIdpMetadata(text);
    return {
      entity_id: entityId,
      url: address,
      certificate: certificates.join(''),
      ...(sloUrl !== undefined && { slo_url: sloUrl }),
      ...(url !== undefined && { metadata_url: url }),
    };
  } catch (error) {
    if (error instanceof MetadataError) throw apiError('sign-in-providers.no-metadata');
    throw error;
  }
}

async function fetchText(url: string, reachable: string | undefined): Promise<string> {
  try {
    const { status, text } = await guardedFetch(url, { method: 'GET', reachable, timeoutMs });
    if (status !== 200) throw new FetchRefused(`It responds with status ${status}.`);
    return text;
  } catch (error) {
    if (error instanceof FetchRefused)
      throw apiError('sign-in-providers.metadata-unavailable', { reason: error.message });
    throw error;
  }
}
