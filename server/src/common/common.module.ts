import { Global, Module } from '@nestjs/common';

import { Clock, SystemClock } from './clock.js';
import { LabCalendar } from './lab-time.js';
import { Pauses, RealPauses } from './pauses.js';
import { Randomness, SystemRandomness } from './randomness.js';
import { Statements } from './statements.js';

/** The ports that every feature may use. */
@Global()
@Module({
  providers: [
    { provide: Clock, useClass: SystemClock },
    { provide: Randomness, useClass: SystemRandomness },
    { provide: Pauses, useClass: RealPauses },
    LabCalendar,
    Statements,
  ],
  exports: [Clock, LabCalendar, Pauses, Randomness, Statements],
})
export class CommonModule {}
