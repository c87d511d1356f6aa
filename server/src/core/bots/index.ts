/** What other rooms use of bots. */
export { botToAdminister } from './access.ts';
export {
  botDomain,
  checkBotNameIsFree,
  checkConfiguration,
  checkInterface,
  checkMayCreate,
  checkType,
  checkedBotEmail,
  checkedBotName,
  checkedPayloadUrl,
} from './checks.ts';
export { type HabitsGiven, type Hearing, changedHabits, hearingOf, usualChannel } from './defaults.ts';
export { tellBotAdded, tellBotChanged, tellBotsTo, tellChannelRenamed, tellOwnerChanged } from './emit.ts';
export { type BotRow, botApiKey, botsIn, ownBots, rowOf, rowsOf } from './queries.ts';
export { storeBot } from './rows.ts';
export { botCreated, botUpdated, habitsGiven, ownedBot } from './serialize.ts';
