import { type EventRules, nothing } from '../../core/events/index.ts';

export const defaultGroupEvents: Pick<EventRules, 'default_stream_groups'> = {
  default_stream_groups: { to: ['members'], about: nothing },
};
