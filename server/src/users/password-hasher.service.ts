import { Injectable } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';

/** OWASP's minimum for argon2id, which is the library's default algorithm: 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/**
 * argon2id on the thread pool, so a login blocks no other call. Passwords are normalized (NFC), because keyboards
 * compose letters differently.
 */
@Injectable()
export class PasswordHasher {
  hash(password: string): Promise<string> {
    return hash(password.normalize('NFC'), COST);
  }

  matches(hashed: string, password: string): Promise<boolean> {
    return verify(hashed, password.normalize('NFC'));
  }
}
