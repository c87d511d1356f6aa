/** Stores scheduled backups in a bucket. */
import { S3Archives, type S3Location } from '../../lib/files/s3-archives.ts';
import type { Config } from '../../lib/config/config.ts';
import { explain } from '../archive/place.ts';
import { begunAt, probeName, type ArchivePlace, type ScheduledArchive } from './archive-place.ts';

export class ArchiveBucket implements ArchivePlace {
  readonly #archives: S3Archives;
  readonly #bucket: string;
  /** '' or a prefix that ends in a slash. */
  readonly #prefix: string;

  constructor(config: Config, { bucket, key }: S3Location) {
    this.#archives = new S3Archives(config, bucket);
    this.#bucket = bucket;
    this.#prefix = key === '' || key.endsWith('/') ? key : `${key}/`;
  }

  getPath(name: string): string {
    return `s3://${this.#bucket}/${this.#prefix}${name}`;
  }

  async list(): Promise<ScheduledArchive[]> {
    const found = await this.#explained(this.#archives.list(this.#prefix));
    return found.flatMap(({ key }) => {
      const name = key.slice(this.#prefix.length);
      const at = begunAt(name);
      return at === undefined ? [] : [{ name, begunAt: at }];
    });
  }

  /** Buckets have to exist. */
  prepare(): Promise<void> {
    return Promise.resolve();
  }

  deletePartial(): Promise<void> {
    const isOurs = (key: string) => begunAt(key.slice(this.#prefix.length)) !== undefined;
    return this.#explained(this.#archives.abortUnfinished(this.#prefix, isOurs));
  }

  delete(name: string): Promise<void> {
    return this.#explained(this.#archives.remove(`${this.#prefix}${name}`));
  }

  async probe(): Promise<void> {
    const key = `${this.#prefix}${probeName()}`;
    await this.#explained(this.#archives.write(key, (sink) => sink(Buffer.from('heddle doctor'))));
    await this.#explained(this.#archives.remove(key));
  }

  async #explained<T>(work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (error) {
      throw explain(this.getPath(''), error);
    }
  }
}
