/** Alert words: words that notify a user wherever they occur. */
import { Exact, Type, type Static } from './core.ts';

export const AlertWords = Type.Array(Type.String());

/** POST and DELETE /users/me/alert_words */
export const AlertWordsParams = Type.Object({ alert_words: AlertWords });
export type AlertWordsParams = Static<typeof AlertWordsParams>;

/** GET, POST and DELETE /users/me/alert_words: all words there are now. */
export const AlertWordsAnswer = Exact({ alert_words: AlertWords });
export type AlertWordsAnswer = Static<typeof AlertWordsAnswer>;

export const AlertWordsEvent = Exact({
  id: Type.Integer(),
  type: Type.Literal('alert_words'),
  alert_words: AlertWords,
});
