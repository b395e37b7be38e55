/** What time it is. A port: tests set it, so that no rule about time needs a sleep. */
export abstract class Clock {
  abstract now(): Date;
}

export class SystemClock extends Clock {
  override now(): Date {
    return new Date();
  }
}
