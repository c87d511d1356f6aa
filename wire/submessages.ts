/** Submessages: the poll, to-do list or widget of a message, followed by the users' changes. */
import { Exact, Id, Type, type Static, type Examples } from './core.ts';

/** POST /submessage */
export const AddSubmessageParams = Type.Object({
  message_id: Id,
  // `widget` for all that is described here.
  msg_type: Type.String(),
  // JSON; for a poll a PollChange, for a list of tasks a TodoChange.
  content: Type.String(),
});
export type AddSubmessageParams = Static<typeof AddSubmessageParams>;

const SubmessageEvent = Exact({
  id: Type.Integer(),
  type: Type.Literal('submessage'),
  message_id: Id,
  submessage_id: Id,
  sender_id: Id,
  msg_type: Type.String(),
  content: Type.String(),
});
export type SubmessageEvent = Static<typeof SubmessageEvent>;

/** The highest number that one person gives to an option or a task. */
export const highestIndex = 1000;

/**
 * What is done with a poll. An option is known by who added it and their number for it, as `7,1`; those that the message
 * began with as `canned,0`. The question is its author's.
 */
export type PollChange =
  | { type: 'vote'; key: string; vote: 1 | -1 }
  | { type: 'question'; question: string }
  | { type: 'new_option'; idx: number; option: string };

/** What is done with a list of tasks. A task is known as `1,7`, by the number first; those of the message as `0,canned`. */
export type TodoChange =
  | { type: 'new_task'; key: number; task: string; desc: string; completed: boolean }
  | { type: 'strike'; key: string }
  | { type: 'new_task_list_title'; title: string };

export const submessageEvents = { submessage: SubmessageEvent };

export const submessageExamples: Examples<typeof submessageEvents> = {
  submessage: {
    'a vote in a poll': {
      id: 1,
      type: 'submessage',
      message_id: 3,
      submessage_id: 5,
      sender_id: 7,
      msg_type: 'widget',
      content: '{"type":"vote","key":"canned,0","vote":1}',
    },
  },
};
