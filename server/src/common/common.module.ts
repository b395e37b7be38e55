import { Global, Module } from '@nestjs/common';
import { APP_PIPE } from '@nestjs/core';

import { Clock, DatabaseClock, PostgresClock, SystemClock } from './clock.js';
import { InputPipe } from './input.pipe.js';
import { LabCalendar } from './lab.js';
import { Pauses, RealPauses } from './pauses.js';
import { Randomness, SystemRandomness } from './randomness.js';
import { Statements } from './statements.js';

@Global()
@Module({
  providers: [
    { provide: Clock, useClass: SystemClock },
    { provide: DatabaseClock, useClass: PostgresClock },
    { provide: Randomness, useClass: SystemRandomness },
    { provide: Pauses, useClass: RealPauses },
    InputPipe,
    { provide: APP_PIPE, useExisting: InputPipe },
    LabCalendar,
    Statements,
  ],
  exports: [Clock, DatabaseClock, InputPipe, LabCalendar, Pauses, Randomness, Statements],
})
export class CommonModule {}
