/** How large an organization of sample data is. */
export interface DemoSize {
  people: number;
  channels: number;
  messages: number;
  seed: number;
}
