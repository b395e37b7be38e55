import { Global, Module } from '@nestjs/common';
import { APP_PIPE } from '@nestjs/core';

import { Clock, DatabaseClock, PostgresClock, SystemClock } from './clock.js';
import { InputPipe } from './input.pipe.js';
import { LabCalendar } from './lab.js';
import { Pauses, RealPauses } from './pauses.js';
import { Statements } from './statements.js';

@Global()
@Module({
  providers: [
    { provide: Clock, useClass: SystemClock },
    { provide: DatabaseClock, useClass: PostgresClock },
    { provide: Pauses, useClass: RealPauses },
    InputPipe,
    { provide: APP_PIPE, useExisting: InputPipe },
    LabCalendar,
    Statements,
  ],
  exports: [Clock, DatabaseClock, InputPipe, LabCalendar, Pauses, Statements],
})
export class CommonModule {}
