import { Global, Module } from '@nestjs/common';
import { APP_PIPE } from '@nestjs/core';

import { Clock, DatabaseClock, Pauses } from './clock.js';
import { InputPipe } from './input.pipe.js';
import { LabCalendar } from './lab.js';
import { Randomness } from './randomness.js';

const SHARED = [Clock, DatabaseClock, InputPipe, LabCalendar, Pauses, Randomness];

@Global()
@Module({
  providers: [...SHARED, { provide: APP_PIPE, useExisting: InputPipe }],
  exports: SHARED,
})
export class CommonModule {}
