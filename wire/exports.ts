/** Exports: archives of the organization, requested by administrators. */
import { Exact, Id, Nullable, OneOf, Type, UnixSeconds, type Examples, type Static } from './core.ts';

/** `full_with_consent` contains public channels and everything visible to people who consented by a personal setting. */
export const exportTypes = ['public', 'full_with_consent'] as const;
export type ExportType = (typeof exportTypes)[number];

/** Limit per organization: this many within this time. */
export const exportLimits = { days: 7, messages: 250_000, gibibytes: 20 } as const;
/** How long an archive can be downloaded. */
export const exportDays = 7;

export const DataExport = Exact({
  id: Id,
  acting_user_id: Id,
  export_time: UnixSeconds,
  deleted_timestamp: Nullable(UnixSeconds),
  failed_timestamp: Nullable(UnixSeconds),
  // null unless there is an archive.
  export_url: Nullable(Type.String()),
  pending: Type.Boolean(),
  export_type: OneOf(exportTypes),
});
export type DataExport = Static<typeof DataExport>;

export const ExportPath = Type.Object({ export_id: Id });

/** GET /export/realm: the oldest first. */
export const GetExportsResponse = Exact({ exports: Type.Array(DataExport) });

/** POST /export/realm. COMPAT(clients before level 449): types are 1 and 2. */
export const CreateExportParams = Type.Object({
  export_type: Type.Optional(Type.Union([Type.Integer(), Type.String()])),
});
export const CreateExportResponse = Exact({ id: Id });

/** GET /export/realm/consents */
export const GetConsentsResponse = Exact({
  export_consents: Type.Array(
    Exact({ user_id: Id, consented: Type.Boolean(), email_address_visibility: Type.Integer() }),
  ),
});

export const exportEvents = {
  realm_export: Exact({
    id: Type.Integer(),
    type: Type.Literal('realm_export'),
    exports: Type.Array(DataExport),
  }),
  realm_export_consent: Exact({
    id: Type.Integer(),
    type: Type.Literal('realm_export_consent'),
    user_id: Id,
    consented: Type.Boolean(),
  }),
};

export const exportExamples: Examples<typeof exportEvents> = {
  realm_export: {
    'an export that was begun': {
      id: 1,
      type: 'realm_export',
      exports: [
        {
          id: 3,
          acting_user_id: 7,
          export_time: 1_700_000_000,
          deleted_timestamp: null,
          failed_timestamp: null,
          export_url: null,
          pending: true,
          export_type: 'public',
        },
      ],
    },
  },
  realm_export_consent: {
    'a user who consents': { id: 1, type: 'realm_export_consent', user_id: 7, consented: true },
  },
};
