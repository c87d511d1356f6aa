/** Carries short texts to all nodes. They are hints: one may be lost or come twice. */
export interface Bus {
  /** Resolves when it is handed over, or lost. Never rejects. */
  publish(text: string): Promise<void>;
  close(): Promise<void>;
}

export interface BusHandlers {
  /** Called with what other nodes have published, and this one, unless the bus can distinguish them. */
  received(text: string): void;
  /** Called at first and whenever it is connected again: texts may have been lost meanwhile. */
  connected(): void;
  /** Called once for each time that it cannot be reached. */
  disconnected(error: unknown): void;
}

/** Bytes of one text: what NOTIFY takes. */
export const largestText = 7900;
