/** The tokens of apps that are reached without a push relay. */
export const appTokens = (): string[] => ['ALTER TABLE client_device ADD COLUMN app_token text'];
