/** What is typed for a message with a widget. */

const oneLine = (text: string): string => text.trim().replaceAll(/\s+/g, ' ');

/** A line of its own; what looks like a bullet would be taken for one. */
const asLine = (text: string): string => (/^[-*]/.test(text) ? `- ${text}` : text);

const written = (command: string, title: string, lines: readonly string[]): string =>
  [`${command} ${oneLine(title)}`.trim(), ...lines.filter((line) => line !== '').map(asLine)].join('\n');

/** What is written to make a poll. */
export const pollText = (question: string, options: readonly string[]): string =>
  written('/poll', question, options.map(oneLine));

/** What is written to make a list of tasks. */
export const todoText = (title: string, tasks: readonly { task: string; description: string }[]): string =>
  written(
    '/todo',
    title,
    tasks
      .map(({ task, description }) => [oneLine(task), oneLine(description)] as const)
      .map(([task, description]) => (task === '' || description === '' ? task : `${task}: ${description}`)),
  );
