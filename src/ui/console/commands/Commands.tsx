import {Button, Checkbox, NativeSelect, Textarea, TextInput} from '@mantine/core'
import {useActorRef, useSelector} from '@xstate/react'
import {COMMAND_METHOD_LENGTH} from '../../../../contract/limits'
import {SECOND} from '../../../../contract/rules/time/durations'
import type {Json} from '../../../../contract/wire/common'
import type {Command} from '../../../domain/console/command'
import {ageOf} from '../../../domain/format/age'
import type {CommandListRef, CommandsLogic, CommandsRef} from '../../../machines/console/commands'
import type {DevicesRef} from '../../../machines/telemetry/devices'
import {Failure} from '../../kit/form/Failure'
import {fieldOf, submitTo, useForm} from '../../kit/form/fields'
import {RetryButton, useResource} from '../../kit/loading/Retry'
import {StatusMark} from '../../kit/mark/StatusMark'
import {Panel} from '../../kit/Panel'
import {AttributeValueView} from '../attributes/AttributeValueView'
import type {CommandsProps} from '../logic'
import styles from './Commands.module.css'
import {texts} from './texts'

/** Sends commands to the device, and lists their results. */
export function Commands({logic, deviceId, devices}: CommandsProps & {logic: CommandsLogic}) {
  const commands = useActorRef(logic, {input: {deviceId}})
  const list = useSelector(commands, s => s.children.list)
  return list === undefined ? null : <Shown commands={commands} list={list} devices={devices} />
}

interface Props extends Pick<CommandsProps, 'devices'> {
  commands: CommandsRef
  list: CommandListRef
}

function Shown({commands, list, devices}: Props) {
  const {isLoading, isLoaded, isFailed, isRetrying} = useResource(list)
  const message = useSelector(list, ({context}) => context.message)
  return (
    <Panel title={texts.title}>
      <div className={styles.panel}>
        {isLoading && (
          <p className={styles.note} role="status">
            {texts.loading}
          </p>
        )}
        {isLoaded && <CommandForm commands={commands} />}
        {isFailed && (
          <div role="alert" className={styles.missed}>
            {message}
            <RetryButton size="compact-xs" isBusy={isRetrying} onClick={() => list.send({type: 'retry.requested'})} />
          </div>
        )}
        {isLoaded && <CommandList list={list} devices={devices} />}
      </div>
    </Panel>
  )
}

const TIMEOUTS = [5, 10, 30, 60].map(seconds => seconds * SECOND)

function CommandForm({commands}: {commands: CommandsRef}) {
  const part = useForm(commands)
  const {draft, isBusy: isSending, change} = part

  return (
    <form className={styles.form} onSubmit={submitTo(commands, {type: 'send.requested'})} noValidate>
      <Failure machine={commands} />
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

interface CommandListProps {
  list: CommandListRef
  devices: DevicesRef
}

/** The newest commands, and what has become of each. */
function CommandList({list, devices}: CommandListProps) {
  const listed = useSelector(list, ({context}) => context.value)
  if (listed === null || listed.length === 0) return <p className={styles.note}>{texts.none}</p>
  return (
    <ul className={styles.list} aria-label={texts.list}>
      {listed.slice(0, SHOWN).map(command => (
        <li key={command.number}>
          <div className={styles.head}>
            <bdi className={styles.method}>{command.method}</bdi>
            <StatusMark status={isDone(command) ? 'ok' : MARKS[command.state]}>
              {texts.states[command.state]}
            </StatusMark>
          </div>
          <JsonText value={command.params} />
          <Outcome command={command} />
          <p className={styles.note}>
            <Age command={command} devices={devices} /> · <bdi>{command.sentBy}</bdi>
          </p>
        </li>
      ))}
    </ul>
  )
}

/** More would only push away the content below. */
const SHOWN = 10
const SHORT = 160

const MARKS = {queued: 'late', sent: 'late', answered: 'ok', failed: 'down', expired: 'off'} as const

/** The answer, or why there is none. */
function Outcome({command: {state, isOneWay, isDelivered, answer, reason}}: {command: Command}) {
  if (state === 'answered' && answer !== undefined)
    return (
      <div className={styles.answer}>
        {texts.answer} <JsonText value={answer} />
      </div>
    )
  if (state === 'failed') return <p className={styles.answer}>{reason ?? texts.failed}</p>
  if (state === 'expired' && !isDelivered) return <p className={styles.answer}>{texts.notTaken}</p>
  if (state === 'sent' && isOneWay) return <p className={styles.answer}>{texts.noAnswerRequested}</p>
  return <p className={styles.answer}>{state === 'answered' ? null : texts.outcomes[state]}</p>
}

/** The device has carried the command out, as far as it says. */
const isDone = ({state, isOneWay}: Command): boolean => state === 'answered' || (state === 'sent' && isOneWay)

function JsonText({value}: {value: Json}) {
  const text = JSON.stringify(value)
  return text.length <= SHORT ? (
    <code className={styles.json}>{text}</code>
  ) : (
    <AttributeValueView value={{type: 'json', value}} />
  )
}

function Age({command, devices}: {command: Command; devices: DevicesRef}) {
  const age = useSelector(devices, ({context: {now}}) => ageOf(command.createdAt, now))
  return <>{texts.ago(age)}</>
}
