/** Settings of monitoring: metrics, slow log, and retention of the audit log. */
import { Type } from '../../../../wire/core.ts';

const threshold = (milliseconds: number, description: string) =>
  Type.Integer({
    minimum: 0,
    maximum: 3_600_000,
    default: milliseconds,
    value: 'milliseconds',
    expects: 'a whole number of milliseconds; 0 for none',
    description: `${description}; 0 for none`,
  });

export const monitoringSettings = {
  metricsPort: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 65_535,
      value: 'number',
      expects: 'a whole number from 0 to 65535',
      description: 'Port of the Prometheus metrics (/metrics), such as 9992; without it there are none',
    }),
  ),
  metricsHost: Type.String({
    minLength: 1,
    default: '127.0.0.1',
    value: 'address',
    expects: 'an address or a host name',
    description: 'Address to listen on for metrics, which anyone who reaches it can read',
  }),
  auditLogDays: Type.Integer({
    minimum: 0,
    maximum: 36_500,
    default: 0,
    value: 'days',
    expects: 'a whole number of days; 0 for no limit',
    description: 'Days for which entries of the audit log are kept; 0 for no limit',
  }),
  slowRequestMs: threshold(1000, 'Requests that take longer are logged as slow'),
  slowQueryMs: threshold(500, 'Database queries that take longer are logged as slow'),
};
