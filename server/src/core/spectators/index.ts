/** What other rooms use of spectators: people who read open channels without an account. */
export { openChannels, spectatorReader } from './access.ts';
export { spectatorBudget } from './budget.ts';
