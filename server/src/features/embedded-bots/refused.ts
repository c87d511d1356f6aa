/** A refused request of a bot, which gets the message. */
export class BotRequestRefused extends Error {
  override readonly name = 'Refused';
}
