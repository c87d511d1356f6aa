/** Submessages: the poll, to-do list or widget of a message, followed by changes of users. */
import { Exact, Id, Type, type Static, type Examples } from './core.ts';

/** POST /submessage */
export const AddSubmessageParams = Type.Object({
  message_id: Id,
  // `widget` for everything described here.
  msg_type: Type.String(),
  // JSON; for a poll a PollChange, for a to-do list a TodoChange.
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

/** The highest number that a user can assign to an option or a task. */
export const highestIndex = 1000;

/**
 * A change of a poll. Options have the key `7,1` (user ID and that user's number); those in the message
 * itself `canned,0`. Only the author may change the question.
 */
export type PollChange =
  | { type: 'vote'; key: string; vote: 1 | -1 }
  | { type: 'question'; question: string }
  | { type: 'new_option'; idx: number; option: string };

/** A change of a to-do list. Tasks have the key `1,7` (number and user ID); those in the message itself `0,canned`. */
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
