/** When people are not to be disturbed by notifications. Heddle's own. */
import { Exact, Id, Nullable, Type, UnixSeconds, type Static, type Examples } from './core.ts';

const minuteOfDay = Type.Integer({ minimum: 0, maximum: 24 * 60 - 1 });

const mostQuietHours = 20;

const QuietHours = Exact({
  days: Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), { maxItems: 7 }),
  from: minuteOfDay,
  to: minuteOfDay,
});

const quiet = { until: Nullable(UnixSeconds), quiet_hours: Type.Array(QuietHours) };

/** After the year 5000: who means a later time has sent milliseconds. */
const farFuture = 100_000_000_000;

/** PATCH /heddle/do_not_disturb: what is absent stays. */
export const UpdateDoNotDisturbParams = Type.Object({
  until: Type.Optional(Nullable(Type.Integer({ maximum: farFuture }))),
  quiet_hours: Type.Optional(Type.Array(QuietHours, { maxItems: mostQuietHours })),
});
export type UpdateDoNotDisturbParams = Static<typeof UpdateDoNotDisturbParams>;

const DoNotDisturb = Exact({ user_id: Id, ...quiet });
export type DoNotDisturb = Static<typeof DoNotDisturb>;

const DoNotDisturbEvent = Exact({
  id: Type.Integer(),
  type: Type.Literal('heddle_do_not_disturb'),
  user_id: Id,
  ...quiet,
});

/** More than one message is likely to mention by name. */
const mostRecipients = 20;

/** POST /heddle/urgent_notifications/{message_id} */
export const NotifyUrgentlyParams = Type.Object({
  message_id: Id,
  /** Those to notify although they are not to be disturbed. */
  user_ids: Type.Array(Id, { minItems: 1, maxItems: mostRecipients }),
});
export type NotifyUrgentlyParams = Static<typeof NotifyUrgentlyParams>;

/** Its sender wants the recipient to be notified of the message now. */
const UrgentNotificationEvent = Exact({
  id: Type.Integer(),
  type: Type.Literal('heddle_urgent_notification'),
  message_id: Id,
});

/** The state of those who have set something. */
export const doNotDisturbState = {
  heddle_do_not_disturb: { heddle_do_not_disturb: Type.Array(DoNotDisturb) },
};

export const doNotDisturbEvents = {
  heddle_do_not_disturb: DoNotDisturbEvent,
  heddle_urgent_notification: UrgentNotificationEvent,
};

export const doNotDisturbExamples: Examples<typeof doNotDisturbEvents> = {
  heddle_do_not_disturb: {
    'quiet nights': {
      id: 1,
      type: 'heddle_do_not_disturb',
      user_id: 7,
      until: null,
      quiet_hours: [{ days: [1, 2, 3, 4, 5], from: 1320, to: 420 }],
    },
  },
  heddle_urgent_notification: {
    'a message that cannot wait': { id: 2, type: 'heddle_urgent_notification', message_id: 3 },
  },
};
