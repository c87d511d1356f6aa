/** Passkeys with the virtual authenticator of Chromium. */
import { inBrowsers, password } from './stage.ts';

inBrowsers('Passkeys in the web client', (sentence) => {
  sentence('A user adds a passkey, and signs in with it alone and after the password', async (_t, stage) => {
    // Addresses are no names, which passkeys are bound to.
    const origin = stage.server.url.replace('127.0.0.1', 'localhost');
    const page = await stage.openBrowser();
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('WebAuthn.enable');
    await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    const enterPassword = async () => {
      await page.getByLabel('Email address').fill('ben@example.com');
      await page.getByLabel('Password').fill(password);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    };
    const signOut = async () => {
      await page.goto(`${origin}/logout`);
      await page.getByRole('button', { name: 'Sign out' }).click();
    };
    await page.goto(`${origin}/login?next=/settings/account`);
    await enterPassword();
    const group = page
      .locator('.settings-section')
      .filter({ has: page.getByRole('heading', { name: 'Passkeys', exact: true }) });
    await group.getByLabel('Name of the passkey').fill('Blue key');
    await group.getByLabel('Password').fill(password);
    await group.getByRole('button', { name: 'Add a passkey' }).click();
    await group.getByText('Blue key').waitFor();
    await page.getByText('Save these recovery codes.').waitFor();

    await signOut();
    await page.goto(`${origin}/login?next=/settings/account`);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await group.getByText('Last used').waitFor();

    await signOut();
    await page.goto(`${origin}/login?next=/settings/account`);
    await enterPassword();
    await page.getByRole('heading', { name: 'Enter your code' }).waitFor();
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await group.getByText('Blue key').waitFor();
  });
});
