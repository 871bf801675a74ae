import {Button, TextInput} from '@mantine/core'
import type {NamedRota} from '../../../domain/alarms/onCall'
import type {OnCallRef} from '../../../machines/alarms/onCall'
import {useAlarms} from '../logic'
import styles from './OnCall.module.css'
import {texts} from './texts'

/** The address by which calendars read the shifts of a rota. */
export function CalendarAddress({entries, rota: {id, name, calendar}}: {entries: OnCallRef; rota: NamedRota}) {
  const {isReplay} = useAlarms().logic
  if (isReplay || calendar === undefined) return null
  const act = (kind: 'issue' | 'revoke') => () => entries.send({type: 'act.requested', act: {kind, id}})
  const {title, hint, issue, issueWhat, revoke, revokeWhat} = texts.calendarAddress
  if (calendar === null)
    return (
      <Button
        size="compact-xs"
        variant="default"
        className={styles.add ?? ''}
        aria-label={issueWhat(name)}
        onClick={act('issue')}
      >
        {issue}
      </Button>
    )
  return (
    <div className={styles.address}>
      <TextInput
        size="xs"
        readOnly
        label={title}
        description={hint}
        value={new URL(calendar, location.origin).href}
        onFocus={({currentTarget}) => currentTarget.select()}
      />
      <Button size="compact-xs" variant="default" aria-label={revokeWhat(name)} onClick={act('revoke')}>
        {revoke}
      </Button>
    </div>
  )
}
