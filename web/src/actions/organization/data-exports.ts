/** Data exports of the organization, for administrators. */
import type { Static } from '../../../../wire/core.ts';
import type {
  DataExport,
  ExportType,
  GetConsentsResponse,
  GetExportsResponse,
} from '../../../../wire/exports.ts';
import type { ApiFailure } from '../../connection/api.ts';
import type { Client } from '../../connection/client.ts';
import { ask, toOutcome, type Outcome } from '../request/outcome.ts';

export interface FoundExports {
  exports: readonly DataExport[];
  /** How many people allow the export of their private data, and the total number. */
  consents: { given: number; all: number };
}

export async function fetchExports({ api }: Client): Promise<Outcome<FoundExports>> {
  const requests = Promise.all([
    api.get<Static<typeof GetExportsResponse>>('/export/realm'),
    api.get<Static<typeof GetConsentsResponse>>('/export/realm/consents'),
  ]);
  return toOutcome(
    requests.then(([{ exports }, { export_consents: all }]) => {
      const given = all.filter(({ consented }) => consented).length;
      return { exports, consents: { given, all: all.length } };
    }),
  );
}

export const startExport = ({ api }: Client, export_type: ExportType): Promise<ApiFailure | undefined> =>
  ask(api.post('/export/realm', { export_type }));

export const deleteExport = ({ api }: Client, id: number): Promise<ApiFailure | undefined> =>
  ask(api.delete(`/export/realm/${id}`));
