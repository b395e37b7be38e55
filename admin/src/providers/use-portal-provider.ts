import { useContext, useMemo } from 'react';
import { DataProviderContext, useLogoutIfAccessDenied } from 'react-admin';

import type { PortalDataProvider } from './data-provider.js';
import { isSessionOver } from './http.js';
import { isGivingWay } from './session.js';

type Call = (...args: readonly unknown[]) => Promise<unknown>;

/** Of a page that is about to give way to the login page. */
const never = new Promise<never>(() => undefined);

/**
 * Every call of the portal, for pages that make their calls themselves. A call that finds the session over leads to the
 * login page and never comes back: react-admin's own `useDataProvider` answers it with an empty object, which no page
 * expects.
 */
export function usePortalProvider(): PortalDataProvider {
  const provider = useContext(DataProviderContext) as unknown as Readonly<Record<string, Call>>;
  const logoutIfAccessDenied = useLogoutIfAccessDenied();
  return useMemo(() => {
    const guarded = (name: string): Call => {
      return async (...args) => {
        try {
          return await provider[name]?.(...args);
        } catch (error) {
          const leads = await logoutIfAccessDenied(error);
          if (leads || (isSessionOver(error) && isGivingWay())) return never;
          throw error;
        }
      };
    };
    const calls = Object.keys(provider).filter((name) => typeof provider[name] === 'function');
    return Object.fromEntries(
      calls.map((name) => [name, guarded(name)]),
    ) as unknown as PortalDataProvider;
  }, [provider, logoutIfAccessDenied]);
}
