import type { CalendarMonth, FieldError } from '@kidlab/contract';
import { type ArgumentMetadata, Injectable, ValidationPipe } from '@nestjs/common';
import type { ValidationError } from 'class-validator';

import { Environment } from '../config/environment.js';
import { invalidInput } from './http-error.js';
import { type Lab, LabCalendar, withLab } from './lab.js';

/** Nest's ValidationPipe: 400 with every error, in the order of the DTO's fields. Unknown fields are dropped. */
@Injectable()
export class InputPipe extends ValidationPipe {
  private readonly lab: Lab;

  constructor({ productName, staffEmailDomain }: Environment, calendar: LabCalendar) {
    super({
      transform: true,
      whitelist: true,
      exceptionFactory: (errors) => invalidInput(faultsIn(errors).slice(0, MAX_FAULTS)),
    });
    this.lab = {
      productName,
      staffEmailDomain,
      get today(): CalendarMonth {
        return calendar.today();
      },
    };
  }

  override transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    // A DTO is an object, so a list is read as an empty object.
    const source = Array.isArray(value) ? {} : limitDepth(value);
    return withLab(this.lab, () => super.transform(source, metadata) as Promise<unknown>);
  }
}

/** Without a limit, a list of empty objects would get a response a hundred times its size. */
const MAX_FAULTS = 100;
/** Levels of the deepest DTO: a body, a list in it, an object in the list. */
const MAX_DEPTH = 3;

/** A copy cut off below `levels`: deeper input would overflow the stack of recursive code like class-transformer. */
export function limitDepth(value: unknown, levels = MAX_DEPTH): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (levels === 0) return {};
  if (Array.isArray(value)) return value.map((each) => limitDepth(each, levels - 1));
  const entries = Object.entries(value).map(([name, each]) => [name, limitDepth(each, levels - 1)]);
  return Object.fromEntries(entries);
}

/**
 * Flattens nested errors. A field's name is its path, `guardians[0].firstName`, which replaces `$field` in messages.
 */
function faultsIn(errors: readonly ValidationError[], parent = ''): FieldError[] {
  return errors.flatMap(({ property, constraints = {}, children = [] }) => {
    const isIndex = /^\d+$/.test(property);
    const name = isIndex ? `[${property}]` : parent === '' ? property : `.${property}`;
    const field = `${parent}${name}`;
    const faults = Object.values(constraints).map((message) => ({
      field,
      message: message.replace('$field', field),
    }));
    return [...faults, ...faultsIn(children, field)];
  });
}
