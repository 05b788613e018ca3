import { join } from 'node:path';
import { ENVIRONMENT } from './environment.js';
import { defaultPublicUrl } from './process-config.js';
import { type ConfigResult, readSettings } from './read-settings.js';
import { clientSettings } from './settings.js';

/** Settings of the commands that call a server. */
export interface ClientConfig {
  url?: string;
  token?: string;
  /** Name of the profile to use. */
  profile?: string;
  profilesFile: string;
  /** Where a server on this machine listens, and where its first token is. */
  local: { url: string; tokenFile: string };
}

/** Reads the settings of the commands that call a server. */
export function parseClientConfig(): ConfigResult<ClientConfig> {
  return readSettings(clientSettings, ENVIRONMENT, (found) => ({
    url: found.CALLBOARD_URL,
    token: found.CALLBOARD_TOKEN,
    profile: found.CALLBOARD_PROFILE,
    profilesFile: join(found.XDG_CONFIG_HOME, 'callboard', 'config.json'),
    local: {
      url: defaultPublicUrl(found.HOST, found.PORT),
      tokenFile: join(found.CALLBOARD_DATA_DIR, 'admin-token'),
    },
  }));
}
