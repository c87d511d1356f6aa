/** A value by which scripts can distinguish sessions of the browser; undefined if nobody is signed in. */
export const sessionMark = (): string | undefined =>
  /(?:^|; )(?:__Host-)?heddle_mark=([^;]+)/.exec(document.cookie)?.[1];
