/** Text of messages with widgets. */

const oneLine = (text: string): string => text.trim().replaceAll(/\s+/g, ' ');

/** One line; a leading bullet is removed, since the widget adds its own. */
const asLine = (text: string): string => (/^[-*]/.test(text) ? `- ${text}` : text);

const written = (command: string, title: string, lines: readonly string[]): string =>
  [`${command} ${oneLine(title)}`.trim(), ...lines.filter((line) => line !== '').map(asLine)].join('\n');

/** The text that creates a poll. */
export const pollText = (question: string, options: readonly string[]): string =>
  written('/poll', question, options.map(oneLine));

/** The text that creates a to-do list. */
export const todoText = (title: string, tasks: readonly { task: string; description: string }[]): string =>
  written(
    '/todo',
    title,
    tasks
      .map(({ task, description }) => [oneLine(task), oneLine(description)] as const)
      .map(([task, description]) => (task === '' || description === '' ? task : `${task}: ${description}`)),
  );
