import { useNavigate } from '@tanstack/react-router';
import { signOut } from '../../app/session.js';
import { Button } from '../../components/button.js';
import { Facts } from '../../components/facts/facts.js';
import { ShortId } from '../../components/facts/short-id.js';
import { NotLoaded } from '../../components/not-loaded.js';
import { LogOut } from '../../icons/lucide.js';
import { useLiveQuery } from '../../lib/graphql/use-live-query.js';
import { useViewer } from '../../lib/viewer.js';
import { SectionFrame } from './section-parts.js';
import { SettingsSystemDocument, type SettingsSystemQuery } from './settings.generated.js';
import { texts } from './texts.js';

const { about: t, session } = texts;

/** Version, database and tables of this installation. */
export function About({ search }: { search: string }) {
  const query = useLiveQuery(SettingsSystemDocument);
  const fits = t.searchWords.includes(search.toLowerCase());
  return (
    <SectionFrame id="about" title={t.title} isHidden={!fits}>
      {query.data ? <System system={query.data.system} /> : <NotLoaded what={t.what} query={query} />}
    </SectionFrame>
  );
}

const SHOWN = 8;

function System({ system: { version, publicUrl, database } }: { system: SettingsSystemQuery['system'] }) {
  return (
    <div className="flex max-w-2xl flex-col gap-4">
      <Facts
        facts={[
          { label: t.callboard, value: version },
          { label: t.address, value: <span className="font-mono text-xs">{publicUrl}</span> },
          { label: t.postgres, value: database.version },
          { label: t.database, value: t.databaseSize(formatBytes(database.sizeBytes)) },
        ]}
      />
      <table className="w-full">
        <caption className="mb-1 text-left font-medium">{t.tables}</caption>
        <thead className="text-left text-xs text-muted">
          <tr>
            <th scope="col" className="border-b py-1 font-medium">
              {t.table}
            </th>
            <th scope="col" className="border-b py-1 text-right font-medium">
              {t.rows}
            </th>
            <th scope="col" className="border-b py-1 text-right font-medium">
              {t.size}
            </th>
          </tr>
        </thead>
        <tbody>
          {database.tables.slice(0, SHOWN).map(({ name, estimatedRows, sizeBytes }) => (
            <tr key={name}>
              <td className="border-b py-1">{name}</td>
              <td className="border-b py-1 text-right text-muted">
                {estimatedRows === null ? '–' : estimatedRows.toLocaleString('en')}
              </td>
              <td className="border-b py-1 text-right">{formatBytes(sizeBytes)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The signed-in user, and the sign-out button. */
export function SessionSection({ search }: { search: string }) {
  const { id, name, role } = useViewer();
  const navigate = useNavigate();
  const leave = () => void signOut().then(() => navigate({ to: '/sign-in' }));
  return (
    <SectionFrame
      id="session"
      title={session.title}
      isHidden={!session.searchWords.includes(search.toLowerCase())}
    >
      <div className="flex max-w-2xl flex-col items-start gap-3">
        <Facts
          facts={[
            { label: session.user, value: name },
            { label: session.role, value: role.toLowerCase() },
            { label: session.token, value: <ShortId id={id} label={session.tokenId} /> },
          ]}
        />
        <Button icon={LogOut} onClick={leave}>
          {session.signOut}
        </Button>
      </div>
    </SectionFrame>
  );
}

/** `512 B`, `1.2 MB`. */
function formatBytes(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  const power = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  const size = bytes / 1_000 ** power;
  return `${size < 10 && power > 0 ? size.toFixed(1) : Math.round(size)} ${units[power]}`;
}
