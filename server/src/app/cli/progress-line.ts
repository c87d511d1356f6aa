/** The progress of a long command on standard error: one line that is rewritten on a terminal; elsewhere a plain line now and then. */

import { withVisibleControls } from '../../lib/text.ts';

export interface ProgressLine {
  /** Shows a text, unless another one was shown a moment ago. */
  show(getText: () => string): void;
  /** Clears the line of a terminal, for what the command prints next; nothing is shown after it. */
  end(): void;
}

type Output = Pick<NodeJS.WriteStream, 'isTTY'> & { write(text: string): unknown };

/** A pipe or a journal keeps every line, so that it gets few. */
const pauseMs = { terminal: 500, elsewhere: 10_000 } as const;

const clearLine = '\r\u001b[K';

/** @param flags With `json`, nothing is shown. */
export function makeProgressLine(
  { json }: { json?: boolean | undefined },
  output: Output = process.stderr,
  now = () => performance.now(),
): ProgressLine {
  if (json === true) return { show: () => undefined, end: () => undefined };
  const isTerminal = output.isTTY;
  let last = -Infinity;
  let shown = '';
  let isEnded = false;
  return {
    show(getText) {
      if (isEnded || now() - last < (isTerminal ? pauseMs.terminal : pauseMs.elsewhere)) return;
      last = now();
      const text = withVisibleControls(getText());
      if (text === shown) return;
      shown = text;
      output.write(isTerminal ? `${clearLine}${text}` : `${text}\n`);
    },
    end() {
      if (isTerminal && shown !== '') output.write(clearLine);
      isEnded = true;
    },
  };
}
