/** What the server gives scripts to tell one session of the browser from another; undefined where nobody is signed in. */
export const sessionMark = (): string | undefined =>
  /(?:^|; )(?:__Host-)?heddle_mark=([^;]+)/.exec(document.cookie)?.[1];
