/** Sections of the form with the options in `schedule-options.ts`. */
import { Disclosure } from '../../../components/disclosure.js';
import { FieldGroup } from '../../../components/forms/form.js';
import { RetryFields } from '../../../components/forms/retry-fields.js';
import { applies, namesOf, type ScheduleOptions } from '../option-kinds.js';
import { SCHEDULE_OPTIONS } from '../schedule-options.js';
import { common } from '../texts/common.js';
import { texts } from '../texts/form.js';
import { NEW_DRAFT, type ScheduleDraft } from './draft.js';
import type { SectionProps } from './section-props.js';

const t = texts.options;

const { timing, clock, slots, limits, delivery, workers, history } = SCHEDULE_OPTIONS;

interface OptionsProps extends SectionProps {
  options: ScheduleOptions;
}

function OptionFields({ options, draft, change }: OptionsProps) {
  return Object.entries(options)
    .filter(([, option]) => applies(option, draft))
    .map(([name, { Control }]) => (
      <Control
        key={name}
        path={name}
        value={draft[name as keyof ScheduleDraft]}
        onValue={(value) => change({ [name]: value })}
      />
    ));
}

/** Options that few schedules set. */
function MoreOptions({ label, ...props }: OptionsProps & { label: string }) {
  const names = namesOf(props.options) as (keyof ScheduleDraft)[];
  const count = names.filter((name) => props.draft[name] !== NEW_DRAFT[name]).length;
  return (
    <Disclosure label={label} summary={t.summary(count)} paths={names}>
      <OptionFields {...props} />
    </Disclosure>
  );
}

export function TimingOptions(section: SectionProps) {
  return <MoreOptions label={t.timing} options={{ ...timing, ...clock }} {...section} />;
}

/** Timeouts, retries and priority. */
export function DeliverySection(section: SectionProps) {
  return (
    <>
      <FieldGroup legend={common.retries}>
        <RetryFields
          label={t.ownRetries}
          path="retryConfig"
          retry={section.draft.retry}
          onChange={(retry) => section.change({ retry })}
        />
      </FieldGroup>
      <FieldGroup legend={t.delivery} columns={2}>
        <OptionFields options={delivery} {...section} />
      </FieldGroup>
    </>
  );
}

/** Policies for slots, and limits of the timing. */
export function PoliciesSection(section: SectionProps) {
  return (
    <MoreOptions label={t.policies} options={{ ...slots, ...limits, ...history, ...workers }} {...section} />
  );
}
