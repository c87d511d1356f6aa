/** A page used without a mouse. */
import { until, type Page } from './stage.ts';

/** Goes there with Tab alone, as an assistive program would name the place. */
export async function tabTo(page: Page, name: string): Promise<void> {
  const there = page
    .getByLabel(name)
    .or(page.getByRole('button', { name }))
    .or(page.getByRole('link', { name }));
  await there.first().waitFor();
  await until(`Tab comes to ${name}`, async () => {
    if ((await there.and(page.locator(':focus')).count()) > 0) return true;
    await page.keyboard.press('Tab');
    return false;
  });
}

export async function fill(page: Page, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) {
    await tabTo(page, label);
    await page.keyboard.type(value);
  }
  await page.keyboard.press('Enter');
}

export async function follow(page: Page, name: string): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.press('Enter');
}
