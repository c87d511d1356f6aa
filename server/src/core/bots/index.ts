/** The exports of `bots` for other rooms. */
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
  botViews,
  emitBotAdded,
  emitBotUpdated,
  emitOwnedBots,
  emitBotOwnerChanged,
  watchBotChannels,
} from './emit.ts';
export {
  botToAdminister,
  refuseTooManyBots,
  type BotRow,
  botApiKey,
  botsIn,
  ownBots,
  getRow,
  getRows,
  storeBot,
} from './queries.ts';
export { type BotProgram, botPrograms } from './programs.ts';
export { botCreated, botUpdated, parseBotDefaults, ownedBot } from './serialize.ts';
