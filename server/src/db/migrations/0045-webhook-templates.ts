/** How the JSON of a service without an integration becomes messages. */
export function webhookTemplates(): string[] {
  return [
    'ALTER TABLE incoming_webhook ADD COLUMN template_topic text',
    'ALTER TABLE incoming_webhook ADD COLUMN template_content text',
  ];
}
