import DarkMode from '@mui/icons-material/DarkModeOutlined';
import LightMode from '@mui/icons-material/LightModeOutlined';
import SystemMode from '@mui/icons-material/SettingsBrightnessOutlined';
import { IconButton, ListItemIcon, Menu, MenuItem, Tooltip } from '@mui/material';
import { type ReactNode, useEffect, useState } from 'react';
import { useStore, useStoreContext } from 'react-admin';

import { THEME_TEXTS } from '../texts/portal.js';

/** The store key of react-admin. Without a value, the system decides. */
const KEY = 'theme';

const CHOICES = [
  { theme: 'light', icon: <LightMode /> },
  { theme: 'dark', icon: <DarkMode /> },
  { theme: 'system', icon: <SystemMode /> },
] as const;

/** Light, dark or system. react-admin's `ToggleThemeButton` can't return to the system's theme. */
export function ThemeSwitch(): ReactNode {
  const store = useStoreContext();
  const [chosen] = useStore<string>(KEY, 'system');
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  useEffect(() => {
    // Read by brand/tokens.css.
    document.documentElement.dataset['theme'] = chosen;
  }, [chosen]);
  return (
    <>
      <Tooltip title={THEME_TEXTS.heading}>
        <IconButton
          aria-label={THEME_TEXTS.heading}
          aria-haspopup="menu"
          aria-expanded={anchor !== null}
          color="inherit"
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          {CHOICES.find(({ theme }) => theme === chosen)?.icon}
        </IconButton>
      </Tooltip>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {CHOICES.map(({ theme, icon }) => (
          <MenuItem
            key={theme}
            role="menuitemradio"
            aria-checked={theme === chosen}
            selected={theme === chosen}
            onClick={() => {
              if (theme === 'system') store.removeItem(KEY);
              else store.setItem(KEY, theme);
              setAnchor(null);
            }}
          >
            <ListItemIcon sx={{ color: 'inherit' }}>{icon}</ListItemIcon>
            {THEME_TEXTS[theme]}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
