/** The feature: reports. */
import { MessagePath } from '../../../../wire/messages.ts';
import { ReportMessageResponse, ReportMessageParams } from '../../../../wire/reports.ts';
import { defineFeature } from '../../http/feature.ts';
import { route, withPath } from '../../http/route.ts';
import { reportMessage } from './actions.ts';

const reportRoutes = [
  route({
    method: 'POST',
    path: '/messages/:message_id/report',
    operationId: 'report-message',
    policy: 'signedIn',
    leaves: 'nothing',
    personal: true,
    params: withPath(MessagePath, ReportMessageParams),
    response: ReportMessageResponse,
    handle: async ({ app, me, params, origin }) => {
      await reportMessage(app, me, params, origin);
      return {};
    },
  }),
];

export const reportsFeature = defineFeature({
  routes: reportRoutes,
});
