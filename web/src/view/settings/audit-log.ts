/** Texts and filters of the audit log. */
import type { AuditEntry, AuditFilter, AuditTarget } from '../../../../wire/audit-log.ts';
import type { Live } from '../../store/live.ts';
import { t } from '../text/text.ts';
import { auditLabel } from './audit-labels.ts';
import { auditValue } from './audit-values.ts';

/** In the order of the list of choices. */
export const auditTargets = [
  'organization',
  'user',
  'bot',
  'invitation',
  'channel',
  'channel_folder',
  'default_channel_group',
  'group',
  'message',
  'emoji',
  'linkifier',
  'profile_field',
  'playground',
  'slash_command',
  'sign_in_provider',
  'domain',
] as const satisfies readonly AuditTarget[];

export type AuditChoice = {
  actorId?: number | undefined;
  target?: AuditTarget | undefined;
  /** Days in the time zone of this device, as 2026-03-08; empty for no limit. */
  from: string;
  to: string;
};

export function toAuditFilter({ actorId, target, from, to }: AuditChoice): AuditFilter {
  const since = startOfDay(from, 0);
  const until = startOfDay(to, 1);
  return {
    ...(actorId === undefined ? {} : { actor_id: actorId }),
    ...(target === undefined ? {} : { target_type: target }),
    ...(since === undefined ? {} : { since }),
    ...(until === undefined ? {} : { until }),
  };
}

/** Seconds since 1970. */
function startOfDay(day: string, later: number): number | undefined {
  const [year, month, date] = day.split('-').map(Number);
  if (!year || !month || !date) return undefined;
  return Math.floor(new Date(year, month - 1, date + later).getTime() / 1000);
}

export type AuditChange = {
  name: string;
  label: string;
  before: string | undefined;
  after: string | undefined;
};

/** In words; `name` is the API's. */
export function auditChanges(live: Live, entry: AuditEntry): AuditChange[] {
  const [old, now] = [entry.before as Values | null, entry.after as Values | null];
  const shown = (values: Values | null, name: string): string | undefined =>
    values && name in values ? auditValue(live, values[name], name, entry) : undefined;
  return [...new Set([...Object.keys(old ?? {}), ...Object.keys(now ?? {})])].map((name) => ({
    name,
    label: auditLabel(name, entry),
    before: shown(old, name),
    after: shown(now, name),
  }));
}

type Values = Record<string, unknown>;

/** A link to choose a password changes none yet. */
export const auditTitle = ({ action, after }: AuditEntry): string =>
  action === 'user.reset_password' && after !== null && 'by' in after && after.by === 'link'
    ? t('audit.passwordLink')
    : t(`audit.${action}`);

/** The actor, and the way it was done. */
export function auditActor({ actor, source, client }: AuditEntry): string {
  if (source === 'command') return t('audit.byCommand', { command: client ?? '' });
  if (actor === null) return t('audit.byServer');
  const name = actor.full_name;
  return client === null || source === 'web' ? name : t('audit.byClient', { name, client });
}
