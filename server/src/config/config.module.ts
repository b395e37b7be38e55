import { type DynamicModule, Global, Module } from '@nestjs/common';

import { Environment } from './environment.js';
import { Secrets } from './secrets.js';

@Global()
@Module({})
export class ConfigModule {
  static for(environment: Environment, secrets: Secrets): DynamicModule {
    return {
      module: ConfigModule,
      providers: [
        { provide: Environment, useValue: environment },
        { provide: Secrets, useValue: secrets },
      ],
      exports: [Environment, Secrets],
    };
  }
}
