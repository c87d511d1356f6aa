/** What other rooms use of spectators: people who read open channels without an account. */
export { isListed, openChannels, spectatorReader } from './access.ts';
export { spectatorBudget } from './budget.ts';
export { hidesNames, publicAvatarUrl, publicHtml, publicMarkdown, publicName } from './names.ts';
