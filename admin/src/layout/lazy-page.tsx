import { type ComponentType, lazy } from 'react';

/** A page in a chunk of its own. */
export function lazyPage(load: () => Promise<ComponentType>): ComponentType {
  return lazy(async () => ({ default: await load() }));
}
