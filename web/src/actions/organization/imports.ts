/** Imports from other products, which owners upload, check, run and undo. */
import type { Static } from '../../../../wire/core.ts';
import type {
  GetImportResponse,
  GetImportsResponse,
  ImportChoices,
  ImportReport,
} from '../../../../wire/imports.ts';
import type { ApiFailure } from '../../connection/api.ts';
import type { Client } from '../../connection/client.ts';
import { ask, toOutcome, type Outcome } from '../request/outcome.ts';

export type FoundImports = Static<typeof GetImportsResponse>;

export async function fetchImports({ api }: Client): Promise<Outcome<FoundImports>> {
  return toOutcome(api.get<FoundImports>('/heddle/imports'));
}

/** The last report; undefined before the first check and when the request fails. */
export async function fetchImportReport({ api }: Client, id: number): Promise<ImportReport | null> {
  try {
    return (await api.get<Static<typeof GetImportResponse>>(`/heddle/imports/${id}`)).report;
  } catch {
    return null;
  }
}

export const beginImport = (
  { api }: Client,
  id: number,
  step: 'check' | 'start',
  choices: ImportChoices,
): Promise<ApiFailure | undefined> => ask(api.post(`/heddle/imports/${id}/${step}`, { choices }));

export const changeImport = (
  { api }: Client,
  id: number,
  step: 'stop' | 'undo',
): Promise<ApiFailure | undefined> => ask(api.post(`/heddle/imports/${id}/${step}`));

export const discardImport = ({ api }: Client, id: number): Promise<ApiFailure | undefined> =>
  ask(api.delete(`/heddle/imports/${id}`));
