/** Collects errors of scripts, and what the CSP refused. */
import type { BrowserContext } from 'playwright-core';

export interface Watched {
  complaints: string[];
}

const refused = /content security policy|refused to (?:load|apply|execute|connect|frame)/i;

/** A connection that is cut is an error on the console too; that is not what is looked for. */
export function watch(context: BrowserContext, { complaints }: Watched): void {
  context.on('weberror', (error) => complaints.push(String(error.error().stack ?? error.error())));
  context.on('console', (message) => {
    if (message.type() === 'error' && refused.test(message.text())) complaints.push(message.text());
  });
}
