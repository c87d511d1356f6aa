/** What a bot asked for is refused; it gets to know why. */
export class BotRequestRefused extends Error {
  override readonly name = 'Refused';
}
