/** The pages of one person, and what they share. */
import { Network } from './network.ts';
import { Page } from './page.ts';
import { Locks, type Shared } from './window.ts';

export class Browser {
  readonly network: Network;
  readonly shared: Shared = { clipboard: '', locks: new Locks() };
  readonly pages: Page[] = [];
  readonly complaints: string[];

  constructor(base: string, complaints: string[]) {
    this.network = new Network(base);
    this.complaints = complaints;
  }

  async newPage(): Promise<Page> {
    const page = new Page(this);
    this.pages.push(page);
    return page;
  }

  async setOffline(isOffline: boolean): Promise<void> {
    this.network.setOffline(isOffline);
    for (const { window } of this.pages) {
      Object.defineProperty(window.navigator, 'onLine', { configurable: true, value: !isOffline });
      window.dispatchEvent(new window.Event(isOffline ? 'offline' : 'online'));
    }
  }

  async clearCookies(): Promise<void> {
    this.network.cookies.clear();
  }

  async cookies(): Promise<string[]> {
    const all = this.network.cookies.all();
    return all === '' ? [] : all.split('; ');
  }

  close(): void {
    for (const page of this.pages) page.leave();
  }
}
