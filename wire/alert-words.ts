/** Alert words: words that notify a user wherever they occur. */
import { Exact, Type, type Static, type Examples } from './core.ts';

const AlertWords = Type.Array(Type.String());

/** POST and DELETE /users/me/alert_words */
export const AlertWordsParams = Type.Object({ alert_words: AlertWords });
export type AlertWordsParams = Static<typeof AlertWordsParams>;

/** GET, POST and DELETE /users/me/alert_words: all current words. */
export const AlertWordsResponse = Exact({ alert_words: AlertWords });
export type AlertWordsResponse = Static<typeof AlertWordsResponse>;

const AlertWordsEvent = Exact({
  id: Type.Integer(),
  type: Type.Literal('alert_words'),
  alert_words: AlertWords,
});

export const alertWordState = { alert_words: { alert_words: Type.Array(Type.String()) } };

export const alertWordEvents = { alert_words: AlertWordsEvent };

export const alertWordExamples: Examples<typeof alertWordEvents> = {
  alert_words: { 'alert words': { id: 1, type: 'alert_words', alert_words: ['soup'] } },
};
