/** Reports of messages to the moderators. */
import { Exact, OneOf, Type, type Static } from './core.ts';
import { reportMessageTypes } from './server.ts';

export type ReportType = (typeof reportMessageTypes)[number]['key'];

const keys = reportMessageTypes.map<ReportType>(({ key }) => key);

/** POST /messages/{message_id}/report. A description is needed for the type "other". */
export const ReportMessageParams = Type.Object({
  report_type: OneOf(keys),
  description: Type.String({ default: '' }),
});
export type ReportMessageParams = Static<typeof ReportMessageParams>;
export const ReportMessageResponse = Exact({});

/** In Unicode code points. */
export const longestReportDescription = 1000;
