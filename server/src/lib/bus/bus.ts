/** Publishes short texts to all nodes. They are hints: one may be lost or delivered twice. */
export interface Bus {
  /** Resolves when the text was sent or lost. Never rejects. */
  publish(text: string): Promise<void>;
  close(): Promise<void>;
}

export interface BusHandlers {
  /** Called with the texts of other nodes, and of this one unless the bus can distinguish them. */
  received(text: string): void;
  /** Called on each connection, including the first one: texts may have been lost in between. */
  connected(): void;
  /** Called once per outage. */
  disconnected(error: unknown): void;
}

/** Maximum size of a text in bytes: the limit of NOTIFY. */
export const largestText = 7900;
