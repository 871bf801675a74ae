import {Button, Checkbox, NativeSelect, Textarea, TextInput} from '@mantine/core'
import {useSelector} from '@xstate/react'
import {COMMAND_METHOD_LENGTH} from '../../../../contract/limits'
import type {CommandDraft} from '../../../domain/console/command'
import type {CommandsRef} from '../../../machines/console/commands'
import {Failure} from '../../kit/form/Failure'
import {submitTo} from '../../kit/form/fields'
import styles from './Commands.module.css'
import {texts} from './texts'

const SECOND = 1000
const TIMEOUTS = [5, 10, 30, 60].map(seconds => seconds * SECOND)

export function CommandForm({commands}: {commands: CommandsRef}) {
  const draft = useSelector(commands, ({context}) => context.draft)
  const problems = useSelector(commands, ({context}) => context.problems)
  const isSending = useSelector(commands, s => s.matches('sending'))
  const change = (changed: Partial<CommandDraft>) => commands.send({type: 'draft.changed', change: changed})

  return (
    <form className={styles.form} onSubmit={submitTo(commands, {type: 'send.requested'})} noValidate>
      <Failure of={commands} />
      <TextInput
        name="method"
        label={texts.method}
        value={draft.method}
        error={problems.method}
        maxLength={COMMAND_METHOD_LENGTH}
        autoComplete="off"
        spellCheck={false}
        readOnly={isSending}
        onChange={({currentTarget}) => change({method: currentTarget.value})}
      />
      <Textarea
        name="params"
        label={texts.params}
        value={draft.params}
        error={problems.params}
        rows={3}
        resize="vertical"
        dir="auto"
        spellCheck={false}
        readOnly={isSending}
        classNames={{input: styles.code}}
        onChange={({currentTarget}) => change({params: currentTarget.value})}
      />
      <div className={styles.choices}>
        <NativeSelect
          label={texts.timeout}
          value={String(draft.timeout)}
          disabled={isSending}
          data={TIMEOUTS.map(timeout => ({value: String(timeout), label: texts.seconds(timeout / SECOND)}))}
          onChange={({currentTarget}) => change({timeout: Number(currentTarget.value)})}
        />
        <Checkbox
          label={texts.oneWay}
          checked={draft.isOneWay}
          disabled={isSending}
          onChange={({currentTarget}) => change({isOneWay: currentTarget.checked})}
        />
      </div>
      <div className={styles.buttons}>
        <Button type="submit" size="xs" aria-disabled={isSending} aria-busy={isSending}>
          {isSending ? texts.sending : texts.send}
        </Button>
        {isSending && (
          <Button size="xs" variant="default" onClick={() => commands.send({type: 'waiting.ended'})}>
            {texts.stopWaiting}
          </Button>
        )}
      </div>
    </form>
  )
}
