/** A source of chance that gives the same row of numbers for the same seed (mulberry32), so that demo data can be made again. */
export class Chance {
  private state: number;

  constructor(seed: number) {
    this.state = seed >>> 0;
  }

  /** At least 0, below 1. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** A whole number from `from` to `to`, both included. */
  integer(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1));
  }

  oneOf<T>(values: readonly [T, ...T[]]): T {
    return values[this.integer(0, values.length - 1)] ?? values[0];
  }

  /** True so often: `share` of 1. */
  happens(share: number): boolean {
    return this.next() < share;
  }

  /** So many hexadecimal digits. */
  hex(digits: number): string {
    let text = '';
    while (text.length < digits) {
      text += Math.floor(this.next() * 4_294_967_296)
        .toString(16)
        .padStart(8, '0');
    }
    return text.slice(0, digits);
  }

  uuid(): string {
    const digits = this.hex(30);
    return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(12, 15)}-a${digits.slice(15, 18)}-${digits.slice(18)}`;
  }
}
