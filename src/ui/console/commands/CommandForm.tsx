import {Button, Checkbox, NativeSelect, Textarea, TextInput} from '@mantine/core'
import {COMMAND_METHOD_LENGTH} from '../../../../contract/limits'
import type {CommandsRef} from '../../../machines/console/commands'
import {Failure} from '../../kit/form/Failure'
import {fieldOf, submitTo, useForm} from '../../kit/form/fields'
import styles from './Commands.module.css'
import {texts} from './texts'

const SECOND = 1000
const TIMEOUTS = [5, 10, 30, 60].map(seconds => seconds * SECOND)

export function CommandForm({commands}: {commands: CommandsRef}) {
  const part = useForm(commands)
  const {draft, isBusy: isSending, change} = part

  return (
    <form className={styles.form} onSubmit={submitTo(commands, {type: 'send.requested'})} noValidate>
      <Failure of={commands} />
      <TextInput
        {...fieldOf(part, 'method')}
        label={texts.method}
        maxLength={COMMAND_METHOD_LENGTH}
        spellCheck={false}
      />
      <Textarea
        {...fieldOf(part, 'params')}
        label={texts.params}
        rows={3}
        resize="vertical"
        dir="auto"
        spellCheck={false}
        classNames={{input: styles.code}}
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
