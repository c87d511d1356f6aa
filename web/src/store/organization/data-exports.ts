/** Data exports. `/register` does not include them: they are known after their list was fetched. */
import type { EventOf } from '../../../../wire/events.ts';
import type { DataExport } from '../../../../wire/exports.ts';
import { defineNoun } from '../base/noun.ts';

interface ExportState {
  dataExports: readonly DataExport[] | undefined;
}

export const dataExports = defineNoun({
  keys: [],
  state: {
    /** Undefined until they are fetched or an event contains them. */
    dataExports: (): readonly DataExport[] | undefined => undefined,
  },
  reducers: {
    realm_export: (state: ExportState, { exports }: EventOf<'realm_export'>): void => {
      state.dataExports = exports;
    },
    /** Not shown. */
    realm_export_consent: (): void => undefined,
  },
  fleeting: { dataExports: 'dropped' },
});
