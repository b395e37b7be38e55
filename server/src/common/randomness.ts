import { randomBytes, randomInt, randomUUID } from 'node:crypto';

import { v7 } from 'uuid';

/** Random values. A port: tests make them repeatable. */
export abstract class Randomness {
  /** Unguessable bytes, for tokens. */
  abstract bytes(size: number): Buffer;
  /** A number in [0, 1), for jitter; not for secrets. */
  abstract fraction(): number;
  abstract uuid(): string;
  /** Version 7, ordered by time: rows written together are close together in the index. It reveals its time. */
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
