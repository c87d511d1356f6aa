/** What a bot shares with the service that posts to it, sealed. */
export function webhookSecrets(): string[] {
  return ['ALTER TABLE incoming_webhook ADD COLUMN secret_box text'];
}
