/** What other rooms use of context. */
export { type AppContext, defineService } from './app-context.ts';
export type { StateContext, StateFetchers } from './register-state.ts';
