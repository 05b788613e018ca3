import { useEffect, useState } from 'react';
import { Form } from '../../components/forms/form.js';
import { toast } from '../../components/toast.js';
import type { ActionError, ActionResult } from '../../lib/graphql/use-action.js';
import { useRefusal } from '../../lib/viewer.js';
import { SaveButtons, SectionFrame } from './section-parts.js';
import { type Section, settingsOf } from './sections.js';
import { isSame, nest, problemOf, readText, type Setting, type SettingValue, textOf } from './setting.js';
import { SettingRow } from './setting-row.js';
import { texts } from './texts.js';

const t = texts.section;

export interface SettingsSectionProps {
  section: Section;
  /** The settings of all sections. */
  settings: readonly Setting[];
  /** Shows only matching settings. */
  search: string;
  save: (input: Record<string, unknown>) => Promise<ActionResult<object>>;
  onSaved: () => void;
}

/**
 * A group of settings with its own Save button. Only changed settings are sent; the others show
 * changes of other users.
 */
export function SettingsSection(props: SettingsSectionProps) {
  const { section, settings, search, save, onSaved } = props;
  const refusal = useRefusal('ADMIN');
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const [error, setError] = useState<ActionError>();
  const [isSaving, setSaving] = useState(false);

  const rows = settingsOf(section, settings).map((setting) => {
    const stored = setting.value as SettingValue;
    const byDefault = setting.fallback as SettingValue;
    const text = typed[setting.path] ?? textOf(setting, stored);
    const value = readText(setting, text);
    return { setting, stored, byDefault, text, value, isChanged: !isSame(value, stored) };
  });
  const changed = rows.filter(({ isChanged }) => isChanged);
  const isDirty = changed.length > 0;

  // Saved values are dropped here, so that later changes by others are shown.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the stored values have arrived
  useEffect(() => {
    setTyped((before) => {
      const open = rows.filter(({ setting, isChanged }) => isChanged && setting.path in before);
      return Object.fromEntries(open.map(({ setting, text }) => [setting.path, text]));
    });
  }, [settings]);

  async function submit(): Promise<void> {
    if (!isDirty || refusal || rows.some(({ setting, text }) => problemOf(setting, text))) return;
    setSaving(true);
    const sent = changed.map(({ setting, value }) => ({ path: setting.path, value: value as SettingValue }));
    const result = await save(nest(sent)).finally(() => setSaving(false));
    setError(result.kind === 'error' ? result.error : undefined);
    if (result.kind === 'error') return;
    toast({ kind: 'success', title: t.saved(section.title), description: t.savedHint });
    onSaved();
  }

  const fits = ({ setting: { label, description, path } }: (typeof rows)[number]) =>
    `${section.title} ${label} ${description} ${path}`.toLowerCase().includes(search.toLowerCase());
  return (
    <SectionFrame id={section.id} title={section.title} about={section.about} isHidden={!rows.some(fits)}>
      <Form
        label={section.title}
        error={error}
        isDirty={isDirty}
        onSubmit={() => void submit()}
        footer={
          <SaveButtons
            label={changed.length > 1 ? t.saveMany(changed.length) : t.save}
            isDirty={isDirty}
            isBusy={isSaving}
            onDiscard={() => {
              setTyped({});
              setError(undefined);
            }}
          />
        }
      >
        <div>
          {rows.map((row) => (
            <SettingRow
              key={row.setting.path}
              setting={row.setting}
              text={row.text}
              stored={row.stored}
              byDefault={row.byDefault}
              // An engine setting is removed. Of others, the default is stored.
              reset={section.key === 'engine' ? null : row.byDefault}
              refusal={refusal}
              isHidden={!fits(row)}
              onChange={(text) => setTyped({ ...typed, [row.setting.path]: text })}
            />
          ))}
        </div>
      </Form>
    </SectionFrame>
  );
}
