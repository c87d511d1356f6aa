type Fetch = (to: string, init: RequestInit) => Promise<Response>;

/** As `XMLHttpRequest`, by the `fetch` of a page, for what uploads files. */
export function makeXhr(fetchHere: Fetch) {
  return class {
    readonly upload: { onprogress?: (event: object) => void } = {};
    readonly #ended = new AbortController();
    readonly #headers = new Headers();
    #target: { method: string; url: string } | undefined;
    #response: Response | undefined;
    status = 0;
    responseText = '';
    onload?: () => void;
    onerror?: (event: object) => void;

    open(method: string, url: string): void {
      this.#target = { method, url };
    }

    setRequestHeader(name: string, value: string): void {
      this.#headers.append(name, value);
    }

    getResponseHeader(name: string): string | null {
      return this.#response?.headers.get(name) ?? null;
    }

    abort(): void {
      this.#ended.abort();
    }

    async send(body: Blob | null = null): Promise<void> {
      const { method, url } = this.#target ?? { method: 'GET', url: '' };
      try {
        const given = { method, headers: this.#headers, body, signal: this.#ended.signal };
        this.#response = await fetchHere(url, given);
        this.responseText = await this.#response.text();
        this.status = this.#response.status;
      } catch {
        if (!this.#ended.signal.aborted) this.onerror?.({});
        return;
      }
      const size = body?.size ?? 0;
      this.upload.onprogress?.({ lengthComputable: true, loaded: size, total: size });
      this.onload?.();
    }
  };
}
