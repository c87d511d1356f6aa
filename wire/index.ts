/** The API as schemas and types. */
export * from './channels.ts';
export * from './core.ts';
export * from './errors.ts';
export * from './events.ts';
export * from './groups.ts';
export * from './messages.ts';
export * from './narrow.ts';
export * from './navigation-views.ts';
export * from './organization.ts';
export * from './permissions.ts';
export * from './register-objects.ts';
export * from './register-organization.ts';
export * from './register.ts';
export * from './server.ts';
export * from './settings.ts';
export * from './subscriptions.ts';
export * from './users.ts';
