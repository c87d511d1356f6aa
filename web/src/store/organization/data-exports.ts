/** Archives that administrators asked for. `/register` includes none: they are known once their list was fetched. */
import type { EventOf } from '../../../../wire/events.ts';
import type { DataExport } from '../../../../wire/exports.ts';
import { defineNoun } from '../noun.ts';

interface ExportState {
  dataExports: readonly DataExport[] | undefined;
}

export const dataExports = defineNoun({
  keys: [],
  state: {
    /** Undefined until they were fetched, or an event has them. */
    dataExports: (): readonly DataExport[] | undefined => undefined,
  },
  reducers: {
    realm_export: (state: ExportState, { exports }: EventOf<'realm_export'>): void => {
      state.dataExports = exports;
    },
    /** Shown nowhere. */
    realm_export_consent: (): void => undefined,
  },
  fleeting: ['dataExports'],
});
