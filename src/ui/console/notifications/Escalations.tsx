import {Button, TextInput} from '@mantine/core'
import {ROUTE_ESCALATIONS_LIMIT} from '../../../../contract/rules/alarmRoutes'
import {EMPTY_ESCALATION, type EscalationDraft} from '../../../domain/console/alarmRoutes/draft'
import {DESCRIBED_BELOW, fieldOf} from '../../kit/form/fields'
import {Group, type RouteFormPart} from './Group'
import styles from './Notifications.module.css'
import {TargetFields} from './TargetFields'
import {texts as allTexts} from './texts'

const texts = allTexts.form

/** The further recipients, and the time until a reminder, as long as nobody acknowledges an alarm. */
export function Escalations(part: RouteFormPart) {
  const {problems, isBusy, change} = part
  const {escalations} = part.draft
  const changeOne = (at: number, changes: Partial<EscalationDraft>) =>
    change({escalations: escalations.map((known, place) => (place === at ? {...known, ...changes} : known))})
  return (
    <Group legend={texts.escalations}>
      <TextInput
        {...fieldOf(part, 'repeat')}
        className={styles.minutes}
        label={texts.repeat}
        inputWrapperOrder={DESCRIBED_BELOW}
        description={texts.repeatHint}
        inputMode="decimal"
      />
      {escalations.map((escalation, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an escalation has no name but its place
        <fieldset key={at} className={styles.escalation}>
          <legend>{texts.escalationOf(at + 1)}</legend>
          <div className={styles.head}>
            <TextInput
              name={`after-${at}`}
              className={styles.minutes}
              label={texts.after}
              inputMode="decimal"
              autoComplete="off"
              value={escalation.after}
              readOnly={isBusy}
              error={problems[`after-${at}`]}
              onChange={({currentTarget}) => changeOne(at, {after: currentTarget.value})}
            />
            <Button
              size="xs"
              variant="default"
              aria-label={texts.removeEscalationOf(at + 1)}
              onClick={() => change({escalations: escalations.filter((_, place) => place !== at)})}
            >
              {texts.removeEscalation}
            </Button>
          </div>
          <TargetFields
            target={escalation}
            suffix={`-${at}`}
            problems={problems}
            isBusy={isBusy}
            onChanged={changes => changeOne(at, changes)}
          />
        </fieldset>
      ))}
      {escalations.length < ROUTE_ESCALATIONS_LIMIT && (
        <Button
          size="xs"
          variant="default"
          className={styles.add ?? ''}
          onClick={() => change({escalations: [...escalations, EMPTY_ESCALATION]})}
        >
          {texts.addEscalation}
        </Button>
      )}
    </Group>
  )
}
