/** A request of a bot is refused; the bot gets the reason. */
export class BotRequestRefused extends Error {
  override readonly name = 'Refused';
}
