import {useSelector} from '@xstate/react'
import type {Json} from '../../../../contract/wire/common'
import type {Command} from '../../../domain/console/command'
import {ageOf} from '../../../domain/format/age'
import type {CommandListRef} from '../../../machines/console/commands'
import type {DevicesRef} from '../../../machines/telemetry/devices'
import {StatusMark} from '../../kit/mark/StatusMark'
import {AttributeValueView} from '../attributes/AttributeValueView'
import styles from './Commands.module.css'
import {texts} from './texts'

interface Props {
  list: CommandListRef
  devices: DevicesRef
}

/** The newest commands, and what has become of each. */
export function CommandList({list, devices}: Props) {
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
  if (state === 'sent' && isOneWay) return <p className={styles.answer}>{texts.noAnswerWanted}</p>
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
