import { Module } from '@nestjs/common';

import { RegistrationModule } from '../registration/registration.module.js';
import { PagesController } from './pages.controller.js';

@Module({ imports: [RegistrationModule], controllers: [PagesController] })
export class PagesModule {}
