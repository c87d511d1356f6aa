/** What a repeated send said the first time; null where it was sent before this was kept. */
export const sendDigests = (): string[] => ['ALTER TABLE send_key ADD COLUMN digest text'];
