/** What the URL of an avatar says. */

const generated = /^(?:https?:\/\/[^/]+)?\/avatar\/\d+(?:\/medium)?\?version=\d+$/;

/** Whether the person has no picture: the server then draws a pattern, and a client may draw something else. */
export const isGeneratedAvatar = (url: string): boolean => generated.test(url);
