/** What the server gives scripts to distinguish sessions of the browser; undefined where nobody is signed in. */
export const sessionMark = (): string | undefined =>
  /(?:^|; )(?:__Host-)?heddle_mark=([^;]+)/.exec(document.cookie)?.[1];
