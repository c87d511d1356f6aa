/** The size of an organization of sample data. */
export interface DemoSize {
  people: number;
  channels: number;
  messages: number;
  seed: number;
}
