// A Nest application without anything in it: what starting costs at least.
import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';

class EmptyModule {}
Reflect.defineMetadata('imports', [], EmptyModule);
const app = await NestFactory.create(EmptyModule, { logger: false });
await app.listen(Number(process.env.PORT), '127.0.0.1');
console.log('ready');
process.once('SIGTERM', () => process.exit(0));
