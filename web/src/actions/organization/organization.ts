/** Lists of the organization: linkifiers, code playgrounds, profile fields, domains, default channels. */
import type { AddDomainParams } from '../../../../wire/domains.ts';
import type { AddPlaygroundParams, LinkifierParams } from '../../../../wire/linkifiers.ts';
import type { CreateProfileFieldParams, UpdateProfileFieldParams } from '../../../../wire/profile-fields.ts';
import type { ApiFailure } from '../../connection/api.ts';
import type { Client } from '../../connection/client.ts';
import { ask } from '../request/outcome.ts';

type ActionResult = Promise<ApiFailure | undefined>;

/** @param id undefined for a new one */
export const saveLinkifier = (
  { api }: Client,
  id: number | undefined,
  params: LinkifierParams,
): ActionResult =>
  ask(
    id === undefined ? api.post('/realm/filters', params) : api.patch(`/realm/filters/${String(id)}`, params),
  );

export const removeLinkifier = ({ api }: Client, id: number): ActionResult =>
  ask(api.delete(`/realm/filters/${String(id)}`));

export const orderLinkifiers = ({ api }: Client, ids: readonly number[]): ActionResult =>
  ask(api.patch('/realm/linkifiers', { ordered_linkifier_ids: ids }));

export const addPlayground = ({ api }: Client, params: AddPlaygroundParams): ActionResult =>
  ask(api.post('/realm/playgrounds', params));

export const removePlayground = ({ api }: Client, id: number): ActionResult =>
  ask(api.delete(`/realm/playgrounds/${String(id)}`));

export const createField = ({ api }: Client, params: CreateProfileFieldParams): ActionResult =>
  ask(api.post('/realm/profile_fields', params));

export const updateField = ({ api }: Client, id: number, params: UpdateProfileFieldParams): ActionResult =>
  ask(api.patch(`/realm/profile_fields/${String(id)}`, params));

export const removeField = ({ api }: Client, id: number): ActionResult =>
  ask(api.delete(`/realm/profile_fields/${String(id)}`));

export const orderFields = ({ api }: Client, order: readonly number[]): ActionResult =>
  ask(api.patch('/realm/profile_fields', { order }));

export const addDomain = ({ api }: Client, params: AddDomainParams): ActionResult =>
  ask(api.post('/realm/domains', params));

export const setSubdomains = ({ api }: Client, domain: string, isOn: boolean): ActionResult =>
  ask(api.patch(`/realm/domains/${encodeURIComponent(domain)}`, { allow_subdomains: isOn }));

export const removeDomain = ({ api }: Client, domain: string): ActionResult =>
  ask(api.delete(`/realm/domains/${encodeURIComponent(domain)}`));

export const addDefaultChannel = ({ api }: Client, channelId: number): ActionResult =>
  ask(api.post('/default_streams', { stream_id: channelId }));

export const removeDefaultChannel = ({ api }: Client, channelId: number): ActionResult =>
  ask(api.delete('/default_streams', { stream_id: channelId }));
