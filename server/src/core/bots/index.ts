/** The exports of `bots` for other rooms. */
export { botToAdminister, refuseTooManyBots } from './access.ts';
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
export {
  type GivenBotDefaults,
  type QueueDefaults,
  changeBotDefaults,
  resolveQueueDefaults,
  usualChannel,
} from './defaults.ts';
export {
  emitBotAdded,
  emitBotUpdated,
  emitOwnedBots,
  emitBotChannelRenamed,
  emitBotOwnerChanged,
} from './emit.ts';
export { type BotRow, botApiKey, botsIn, ownBots, getRow, getRows } from './queries.ts';
export { type BotProgram, botPrograms } from './programs.ts';
export { storeBot } from './rows.ts';
export { botCreated, botUpdated, parseBotDefaults, ownedBot } from './serialize.ts';
