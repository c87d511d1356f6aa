/** The exports of `context` for other rooms. */
export { type AppContext, defineService } from './app-context.ts';
export type { StateContext, StateFetchers } from './register-state.ts';
