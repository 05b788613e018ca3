import { Monitor, Moon, Sun } from '../icons/lucide.js';

export const THEMES = {
  system: { label: 'System', icon: Monitor },
  light: { label: 'Light', icon: Sun },
  dark: { label: 'Dark', icon: Moon },
} as const;
