/** The system bots of an organization, which send its notices. */
export const systemBots = [
  { fullName: 'Notification Bot', name: 'notification-bot' },
  { fullName: 'Welcome Bot', name: 'welcome-bot' },
  { fullName: 'Email Gateway', name: 'emailgateway' },
] as const;

export type SystemBotName = (typeof systemBots)[number]['name'];

/** Addresses that no mail server will ever have. */
export const systemBotEmail = (name: SystemBotName): string => `${name}@heddle.invalid`;
