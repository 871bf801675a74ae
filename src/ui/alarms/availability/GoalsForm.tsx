import {TextInput} from '@mantine/core'
import {useSelector} from '@xstate/react'
import type {AvailabilityRef} from '../../../machines/alarms/availability'
import {DraftForm, FormDialog} from '../../kit/dialog/FormDialog'
import {useForm} from '../../kit/form/fields'
import styles from './Availability.module.css'
import {texts} from './texts'

/** Asks for the goal of the organisation and those of labels. */
export function GoalsForm({of}: {of: AvailabilityRef}) {
  const isOpen = useSelector(of, s => s.matches('form'))
  return (
    <FormDialog of={of} isOpen={isOpen} title={texts.goals.title}>
      <DraftForm of={of}>
        <Fields of={of} />
      </DraftForm>
    </FormDialog>
  )
}

function Fields({of}: {of: AvailabilityRef}) {
  const {draft, problems, isBusy, change} = useForm(of)
  return (
    <>
      <p className={styles.quiet}>{texts.goals.lead}</p>
      <TextInput
        name="goal"
        label={texts.goals.all}
        inputMode="decimal"
        value={draft.goal}
        error={problems.goal && texts.goals.problem}
        readOnly={isBusy}
        data-autofocus
        onChange={({currentTarget}) => change({goal: currentTarget.value})}
      />
      {Object.entries(draft.labels).map(([label, typed]) => (
        <TextInput
          key={label}
          label={texts.goals.label(label)}
          inputMode="decimal"
          value={typed}
          error={problems.labels?.includes(label) && texts.goals.problem}
          readOnly={isBusy}
          onChange={({currentTarget}) => change({labels: {...draft.labels, [label]: currentTarget.value}})}
        />
      ))}
    </>
  )
}
