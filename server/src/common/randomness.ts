import { randomBytes, randomInt, randomUUID } from 'node:crypto';

import { v7 } from 'uuid';

/** Where chance comes from. A port: tests make it repeatable. */
export abstract class Randomness {
  /** Unguessable bytes, for tokens. */
  abstract bytes(size: number): Buffer;
  /** A number in [0, 1), for jitter; not for secrets. */
  abstract fraction(): number;
  abstract uuid(): string;
  /** One in the order of time: rows that are written together lie together in its index. It tells when it was made. */
  abstract orderedUuid(): string;
}

export class SystemRandomness extends Randomness {
  override bytes(size: number): Buffer {
    return randomBytes(size);
  }

  override fraction(): number {
    return randomInt(2 ** 32) / 2 ** 32;
  }

  override uuid(): string {
    return randomUUID();
  }

  override orderedUuid(): string {
    return v7();
  }
}
