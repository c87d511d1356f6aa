import type { StateFetchers } from '../../core/context/index.ts';

export const alertWordState: Pick<StateFetchers, 'alert_words'> = {
  alert_words: ({ me }) => ({ alert_words: [...me.alertWords] }),
};
